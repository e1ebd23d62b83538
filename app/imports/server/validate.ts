import type { BulkReview, Reading } from '~/imports/schema';
import { isEditedExport } from '~/imports/row-error';
import { streamOf } from '~/platform/streams';
import { readInProcess } from '~/imports/process/reading-process.server';
import { reviewRows } from '~/imports/rows/review-file';
import { addNames, isValid, toInvalidRow, type ReferenceNames } from '~/imports/rows/row';
import type { Db } from '~/platform/database/connect.server';
import type { ReviewForm, ValidateForm } from './bulk-form';
import { createCheck } from './checks';
import { findCondosIn, type RowCheck } from './references';
import { countRows, findStoredRows } from './stored-rows.repo';

/** A form, and the day that it is (TIME_ZONE). */
export type OnDay<Form> = Form & { day: string };

/** POST /admin/bulk-validate, batch by batch, so that other calls have their turn. @throws SheetError */
export async function validateFile(
  db: Db,
  { file, stopsAtExport, day, ...form }: OnDay<ValidateForm>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const valid: string[] = [];
  const invalid: string[] = [];
  const names: ReferenceNames = {};
  /** Headings of columns that are not read and have values. */
  const unread = new Set<string>();
  let count = 0;
  let reading: Reading | undefined;
  let check: RowCheck | undefined;
  for await (const message of readInProcess({ input: 'file', ...form }, file, signal)) {
    if (message.type === 'head') {
      reading = message.reading;
      // The headings identify an edited export, so no row is read.
      const headings = reading.columns.map(({ heading }) => heading);
      if (stopsAtExport && !reading.source?.encodings && isEditedExport(headings)) break;
    }
    if (message.type === 'end' && reading && message.leftOut) reading.left_out = message.leftOut;
    if (message.type !== 'rows') continue;
    check ??= createCheck(db, form.type, { reading, day });
    await check(message.rows);
    for (const { extra } of message.rows) for (const name in extra) unread.add(name);
    const validRows = message.rows.filter(isValid);
    addNames(names, validRows, count);
    count += validRows.length;
    add(
      valid,
      validRows.map(({ values }) => values),
    );
    add(invalid, message.rows.filter((row) => !isValid(row)).map(toInvalidRow));
  }
  const end = `],"reading":${JSON.stringify(reading ?? null)},"names":${JSON.stringify(names)},"unread":${JSON.stringify([...unread])}}`;
  return streamOf(eachText(['{"valid_rows":[', ...valid, '],"invalid_rows":[', ...invalid, end]));
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
  { file, type, sheet, encoding, delimiter, headingRow, columns, day }: OnDay<ReviewForm>,
  signal: AbortSignal,
): Promise<BulkReview> {
  const source = {
    condos: findCondosIn(db),
    find: (ids: readonly number[]) => findStoredRows(db, type, ids),
    check: createCheck(db, type, { day }),
    count: () => countRows(db, type),
  };
  const choices = { sheet, encoding, delimiter, headingRow, columns };
  const job = { ...choices, type, input: 'file', review: true } as const;
  const messages = readInProcess(job, file, signal);
  const steps = reviewRows(messages, { type, source, readRows: readInProcess });
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
