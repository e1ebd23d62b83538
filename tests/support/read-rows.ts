import type { ReadingJob, ReadingMessage } from '~/imports/rows/message';
import { isValid } from '~/imports/rows/row';
import { runJob } from '~/imports/rows/run-job';
import type { BulkType } from '~/imports/schema';
import { collect } from './collect';

/** Collects the messages of a read file: head, rows, values of valid rows, and reasons of the others. */
export async function readRows(messages: AsyncIterable<ReadingMessage>) {
  const all = await collect(messages);
  const rows = all.flatMap((message) => (message.type === 'rows' ? message.rows : []));
  const end = all.find((message) => message.type === 'end');
  return {
    head: all.find((message) => message.type === 'head')?.reading,
    rows,
    valid: rows.filter(isValid).map(({ values }) => values),
    failure: all.find((message) => message.type === 'error')?.sentence,
    leftOut: end?.leftOut ?? 0,
    hiddenRows: end?.hiddenRows ?? 0,
    rejected: rows.flatMap(({ problems }) => problems.map(({ text }) => text)),
  };
}

/** Reads a file in this process. */
export const readImport = (type: BulkType, content: Buffer | string, job?: Partial<ReadingJob>) =>
  readRows(runJob({ input: 'file', type, ...job }, Buffer.from(content)));
