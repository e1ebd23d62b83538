import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNoValue } from '~/fields/number-text';
import { equalKey } from '~/fields/search-text';
import type { BulkReview } from '~/imports/schema';
import type { ReviewType } from '~/imports/row-error';
import type { ReadRows } from '~/imports/rows/message';
import { reviewRows, type ReviewSource } from '~/imports/rows/review-rows';
import { runJob } from '~/imports/rows/run-job';
import { aCondo, anApartment } from '../../support/builders';
import { toCsv, type Row } from '../../support/edited-exports';

type Stored = Record<string, string | number | null>;

const nameOf = ({ name, apartment_number: number }: Stored) => String(name ?? number);

/** Stored records as the review asks for them. */
function sourceOf(records: readonly Stored[]): ReviewSource {
  const stored = records.map((record) => ({ record, name: nameOf(record), version: 'v' }));
  return {
    condos: async (ids) => ids.map((id) => ({ id, name: null })),
    find: async (ids) =>
      new Map(
        stored.flatMap((one) => {
          const id = Number(one.record.id);
          return ids.includes(id) ? [[id, one]] : [];
        }),
      ),
    named: async (rows) =>
      rows.flatMap((row) =>
        records
          .filter((record) => {
            const { name, condo_id, apartment_number } = row.keys;
            const isPlaced = condo_id === undefined || condo_id === record.condo_id;
            return (
              isPlaced && equalKey(nameOf(record)) === equalKey(String(name ?? apartment_number))
            );
          })
          .map((record) => [row, Number(record.id)] as const),
      ),
    check: async () => {},
    count: async () => records.length,
  };
}

const readRows: ReadRows = (job, input) => runJob(job, Buffer.concat(input));

async function review(type: ReviewType, records: readonly Stored[], rows: readonly Stored[]) {
  const texts = rows.map((row): Row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])),
  );
  const steps = reviewRows({
    type,
    source: sourceOf(records),
    readRows,
    file: [Buffer.from(toCsv(texts))],
    how: { byKey: 'keep' },
    signal: new AbortController().signal,
  });
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

const nothing: Partial<BulkReview> = { changed: [], conflicts: [], new_rows: [], invalid_rows: [] };

const word = fc.stringMatching(/^[A-Za-zäöüé]{4,12}$/).filter((text) => !isNoValue(text));
const number = fc.integer({ min: 1, max: 90 });
const halves = fc.integer({ min: 2, max: 20 }).map((half) => half / 2);

/** Fields that are no key of the type, each with its values. */
const VALUES: Record<ReviewType, Record<string, fc.Arbitrary<string | number>>> = {
  condo: {
    city: word,
    state: word,
    country: word,
    zip_code: fc.integer({ min: 1000, max: 9999 }).map(String),
    website: word.map((text) => `https://${text.toLowerCase()}.example`),
    description: word,
    number_of_units: number,
  },
  apartment: { floor_number: number, bedrooms: halves, bathrooms: halves, notes: word },
};

function recordsOf(type: ReviewType, names: readonly string[]): Stored[] {
  return names.map((name, index) => {
    const place = { id: index + 1, address: `Weg ${index + 1}` };
    if (type === 'condo')
      return { ...aCondo({ name }), ...place, website: null, number_of_units: 3 };
    const { sqmt: _, ...apartment } = anApartment({ apartment_number: name });
    return { ...apartment, id: index + 1, condo_id: 7 };
  });
}

it.each(['condo', 'apartment'] as const)(
  'a file of stored records with one changed cell changes exactly that cell: %s',
  async (type) => {
    const fields = Object.keys(VALUES[type]);
    const change = fc
      .constantFrom(...fields)
      .chain((field) =>
        fc.record({ field: fc.constant(field), value: VALUES[type][field] ?? word }),
      );
    const names = fc.uniqueArray(word, { minLength: 1, maxLength: 6, selector: equalKey });
    await fc.assert(
      fc.asyncProperty(names, change, fc.nat(), fc.boolean(), async (all, edit, at, hasId) => {
        const records = recordsOf(type, all);
        const index = at % records.length;
        const rows = records.map(({ id, ...record }, place): Stored => {
          const own = place === index ? { ...record, [edit.field]: edit.value } : record;
          return hasId ? { ID: id ?? null, ...own } : own;
        });
        const old = records[index]?.[edit.field] ?? null;
        const isSame = String(old) === String(edit.value);
        const changes = [{ field: edit.field, old, new: edit.value }];
        expect(await review(type, records, rows)).toMatchObject({
          ...nothing,
          changed: isSame ? [] : [{ id: index + 1, row_number: index + 2, changes }],
          unchanged: records.length - (isSame ? 0 : 1),
        });
      }),
      { numRuns: 60 },
    );
  },
);
