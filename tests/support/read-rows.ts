import type { ReadingMessage } from '~/imports/rows/message';
import { isValid } from '~/imports/rows/row';
import { collect } from './collect';

/** What was read of a file: its head, the values of its valid rows, and why the others are not. */
export async function readRows(messages: AsyncIterable<ReadingMessage>) {
  const all = await collect(messages);
  const rows = all.flatMap((message) => (message.type === 'rows' ? message.rows : []));
  const end = all.find((message) => message.type === 'end');
  return {
    head: all.find((message) => message.type === 'head')?.reading,
    valid: rows.filter(isValid).map(({ values }) => values),
    leftOut: end?.leftOut ?? 0,
    rejected: rows.flatMap(({ problems }) => problems.map(({ text }) => text)),
  };
}
