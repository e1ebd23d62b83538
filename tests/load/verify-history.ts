import { historyPageSchema, type HistoryChange } from '~/history/answers';
import type { Calls } from './api-client';
import type { Written } from './client';

/** The field of each kind of record that no two writes set alike. */
const NAMES = new Map([
  ['condo', 'name'],
  ['apartment', 'apartment_number'],
  ['invitation', 'email'],
]);

/**
 * Checks that every acknowledged write has its entry, and every entry its write: one that was acknowledged, or one whose
 * answer was lost. Returns the number of entries.
 */
export async function verifyHistory(calls: Calls, { log, imports }: Written): Promise<number> {
  const { writes, importedRows } = await readEntries(calls);
  const found = new Set<string>();
  for (const write of writes) {
    if (found.has(write)) calls.fail(`history: ${write} is there twice`);
    if (!log.sent.has(write)) calls.fail(`history: ${write} was never sent`);
    found.add(write);
  }
  for (const write of log.acknowledged) {
    if (!found.has(write)) calls.fail(`history: ${write} is missing`);
  }
  // An import is repeated until it is answered, so each has been made once.
  const [entries, made] = [importedRows.join(), [...imports.values()].join()];
  if (entries !== made) calls.fail(`history: imports of ${entries} rows in place of ${made}`);
  return writes.length + importedRows.length;
}

/** What clients have done by the history, in the words of WriteLog, and the rows of each import. */
async function readEntries(calls: Calls) {
  const writes: string[] = [];
  const importedRows: number[] = [];
  let next: number | null = null;
  do {
    const before: string = next === null ? '' : `?before=${next}`;
    const { body } = await calls.send('verify', `/api/admin/history${before}`);
    const page = historyPageSchema.parse(body);
    for (const { action, changes } of page.entries) {
      if (action === 'imported') importedRows.push(...changes.map(({ count }) => count));
      else writes.push(...changes.filter(isOfClients).map(writeOf));
    }
    ({ next } = page);
  } while (next !== null);
  return { writes, importedRows };
}

/** Accounts are the product's own: the administrator, made at the first start, and the sign-in. */
function isOfClients({ kind }: HistoryChange): boolean {
  return NAMES.has(kind);
}

function writeOf({ what, kind, id, fields }: HistoryChange): string {
  if (what === 'deleted') return `deleted ${kind} ${id}`;
  const name = fields.find((field) => field.name === NAMES.get(kind))?.new;
  return what === 'created' ? `created ${kind} ${name}` : `changed ${kind} ${id} ${name}`;
}
