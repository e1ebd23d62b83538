import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatParkingSpots, parseParkingSpots } from '~/apartments/fields';
import { bodySchemaOf } from '~/fields/field-schemas';
import { writableNames } from '~/fields/fields';
import { readText } from '~/fields/reading';
import { chosenFile } from '~/imports/request-review';
import { bulkTypeOf, REVIEW_FIELDS, REVIEW_TYPES, toReviewValue } from '~/imports/row-error';
import { runJob } from '~/imports/rows/run-job';
import { collect } from '../../support/collect';

/* A value for several records is read from its file as a form's body has it. */

/** Texts as people and attackers type them, and values of each other kind. */
const values = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '=A1+1',
    "'=1",
    "''@x",
    '-5',
    '+41',
    '"a";b',
    'a\nb',
    '  x ',
    '007',
    '12.0',
    ',',
    'P1, P1,',
    '101,00',
    'ZH',
    'None',
    '0',
    'no',
    'ja',
  ),
  fc.constantFrom('https://a.example', '1987-05-12', '8001', '08001', '12,13'),
  fc.integer({ min: -1, max: 9_999 }).map(String),
  fc.integer({ min: 2, max: 40 }).map((halves) => String(halves / 2)),
);

/** A form sends its parking spots as a list of different ones, as a file is read; a body has any text. */
function asListed(field: string, value: unknown) {
  const text = field === 'parking_spot_number' ? readText(value) : null;
  return text === null ? toReviewValue(value) : formatParkingSpots(parseParkingSpots(text));
}

it.each([...REVIEW_TYPES, 'user'] as const)('%s', async (type) => {
  const fields = REVIEW_FIELDS[type];
  const schema = bodySchemaOf(fields).partial();
  const names = writableNames(fields).filter((name) => name !== 'condo_id');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), values, async (field, value) => {
      const file = chosenFile({ ids: [7, 12], field, value });
      const bytes = Buffer.from(await file.arrayBuffer());
      const job = { input: 'file', type: bulkTypeOf(type), review: type, isEdited: true } as const;
      const messages = await collect(runJob(job, bytes));
      const rows = messages.flatMap((message) => (message.type === 'rows' ? message.rows : []));
      const isBlank = value.trim() === '';
      const body = schema.safeParse({ [field]: isBlank ? null : value });
      expect(rows.map(({ record }) => [record?.id, record?.version])).toEqual([
        [7, '*'],
        [12, '*'],
      ]);
      for (const row of rows) {
        const read = row.problems.length > 0 ? 'invalid' : row.values[field];
        expect(read).toEqual(body.success ? asListed(field, body.data[field]) : 'invalid');
      }
    }),
    { numRuns: 300 },
  );
});
