import type { BulkReview, BulkType, Reading } from '~/imports/schema';
import {
  bulkTypeOf,
  isEditedExport,
  keyedTypeOf,
  type EditedType,
  type KeyedType,
} from '~/imports/row-error';
import { streamOf } from '~/platform/streams';
import { readInProcess } from '~/imports/process/reading-process.server';
import { idColumn } from '~/imports/rows/headings';
import { matchRows, type MatchSource } from '~/imports/rows/match-rows';
import { reviewRows, type ReviewSource } from '~/imports/rows/review-rows';
import {
  addNames,
  isValid,
  toInvalidRow,
  type ReadRow,
  type ReferenceNames,
} from '~/imports/rows/row';
import { CondoReferences, rejectWith } from '~/imports/rows/row-checks';
import type { Db } from '~/platform/database/connect.server';
import type { FileForm } from './bulk-form';
import { createCheck } from './checks';
import { findCondosIn, type RowCheck } from './references';
import { findNamed } from './named-rows.repo';
import { countRows, findStoredRows } from './stored-rows.repo';

/** A form, and the current day (TIME_ZONE). */
export type OnDay<Form> = Form & { day: string };

/** POST /admin/bulk-validate, in batches, so that other calls get a turn. @throws SheetError */
export async function validateFile(
  db: Db,
  { file, stopsAtExport, day, ...form }: OnDay<FileForm<BulkType>>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const valid: string[] = [];
  const invalid: string[] = [];
  const names: ReferenceNames = {};
  /** Headings of columns with values that are not read. */
  const unread = new Set<string>();
  let count = 0;
  /** Numbers of rows that match stored records. The panel offers to update those records. */
  const existing: number[] = [];
  const type = stopsAtExport ? keyedTypeOf(form.type) : null;
  /** Heading of the records' ids. Valid rows keep their ids, as they may be written to a file again. */
  let idHeading: string | undefined;
  let reading: Reading | undefined;
  let check: RowCheck | undefined;
  let references: CondoReferences | undefined;
  for await (const message of readInProcess({ input: 'file', ...form }, file, signal)) {
    if (message.type === 'head') {
      reading = message.reading;
      // The headings identify an edited export, so no row needs to be read.
      const headings = reading.columns.map(({ heading }) => heading);
      const columns = reading.columns.map(({ heading, field }) => ({ heading, column: field }));
      if (type) idHeading = idColumn(form.type, columns, form.columns)?.heading;
      if (stopsAtExport && !reading.source?.encodings && isEditedExport(headings)) break;
    }
    if (message.type === 'end' && reading) {
      if (message.leftOut) reading.left_out = message.leftOut;
      if (message.hiddenRows) reading.hidden_rows = message.hiddenRows;
    }
    if (message.type !== 'rows') continue;
    check ??= createCheck(db, form.type, { reading, day });
    references ??= new CondoReferences(rejectWith(reading));
    if (type) existing.push(...(await knownRows(db, type, message.rows, references)));
    await check(message.rows);
    for (const { extra } of message.rows) for (const name in extra) unread.add(name);
    const validRows = message.rows.filter(isValid);
    addNames(names, validRows, count);
    count += validRows.length;
    add(
      valid,
      validRows.map(({ id, values }) =>
        id === undefined || idHeading === undefined
          ? values
          : Object.assign(values, { [idHeading]: id }),
      ),
    );
    add(invalid, message.rows.filter((row) => !isValid(row)).map(toInvalidRow));
  }
  const rest = { reading: reading ?? null, names, unread: [...unread], ...(type && { existing }) };
  const end = `],${JSON.stringify(rest).slice(1)}`;
  return streamOf(eachText(['{"valid_rows":[', ...valid, '],"invalid_rows":[', ...invalid, end]));
}

/** The numbers of rows that match stored records. Their checks report their errors. */
async function knownRows(
  db: Db,
  type: KeyedType,
  rows: readonly ReadRow[],
  references: CondoReferences,
): Promise<number[]> {
  if (type === 'apartment') await references.check(findCondosIn(db), rows);
  const copies = rows.map((row) => ({ ...row, problems: [...row.problems] }));
  await matchRows(type, copies, matchSource(db, type), { isPartial: false, reject: () => {} });
  return copies.flatMap(({ number, isKnown }) => (isKnown ? [number] : []));
}

function matchSource(db: Db, type: EditedType): MatchSource {
  return {
    named: (rows) => findNamed(db, type, rows),
    find: (ids) => findStoredRows(db, type, ids),
  };
}

/** Adds rows to the texts of a JSON list. */
function add(texts: string[], rows: readonly unknown[]): void {
  if (rows.length > 0)
    texts.push((texts.length > 0 ? ',' : '') + JSON.stringify(rows).slice(1, -1));
}

async function* eachText(texts: readonly string[]): AsyncGenerator<string, void, void> {
  yield* texts;
}

/** POST /admin/bulk-review: compares an edited export with the stored records. @throws SheetError */
export async function reviewFile(
  db: Db,
  request: OnDay<FileForm<EditedType>>,
  signal: AbortSignal,
): Promise<BulkReview> {
  const { file, stopsAtExport: _, day, type, ...form } = request;
  let check: RowCheck | undefined;
  const source: ReviewSource = {
    ...matchSource(db, type),
    condos: findCondosIn(db),
    check(rows, reading, changes) {
      const own = type === 'tenancy' ? changes : undefined;
      check ??= createCheck(db, bulkTypeOf(type), { day, reading, changes: own });
      return check(rows);
    },
    count: () => countRows(db, type),
  };
  const steps = reviewRows({ type, source, readRows: readInProcess, file, how: form, signal });
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
