import sharp from 'sharp';
import { readList, type UnknownRecord } from '~/fields/reading';
import { historyPageSchema, type HistoryChange } from '~/history/answers';
import { openDatabase } from '~/platform/database/connect.server';
import { must } from '../support/must';
import { silentLog } from '../support/silent-log';
import type { Calls } from './api-client';
import { KINDS, type State, type Written } from './client';

/** Compares everything that the API lists with what was acknowledged. */
export async function verify(calls: Calls, written: Written): Promise<void> {
  const listOf = async (path: string) => readList((await calls.send(path)).body, (row) => row);
  const lists = {
    condo: await listOf('condos'),
    apartment: await listOf('apartments'),
    invitation: await listOf('invitations'),
  };
  for (const kind of ['condo', 'apartment', 'invitation'] as const) {
    const rows = new Map(lists[kind].map((row) => [row.id, row]));
    for (const [id, states] of written.states[kind]) {
      const reason = differs(states, rows.get(id));
      if (reason !== null) calls.fail(`${kind} ${id}: ${reason}`);
    }
    const names = new Set(lists[kind].map((row) => row[KINDS[kind].name]));
    const isTwice = kind !== 'apartment' && names.size !== lists[kind].length;
    if (isTwice) calls.fail(`A ${kind} was created twice`);
  }
  for (const [id, red] of written.images) {
    const row = lists.condo.find((condo) => condo.id === id);
    const { pathname } = new URL(String(row?.image_url));
    const response = await fetch(calls.url + pathname);
    const bytes = Buffer.from(await response.arrayBuffer());
    const mean = response.ok ? (await sharp(bytes).stats()).channels[0]?.mean : undefined;
    if (mean === undefined || Math.abs(mean - red) > 4)
      calls.fail(`picture of ${id}: ${response.status}, red ${mean} in place of ${red}`);
  }
  const apartments = Map.groupBy(lists.apartment, (row) => row.condo_id);
  for (const [condo, rows] of written.imports) {
    const count = apartments.get(condo)?.length ?? 0;
    if (count !== rows) calls.fail(`import into ${condo}: ${count} rows of ${rows}`);
  }
}

/** Describes how a record differs from all its possible states. Null if it matches one. */
function differs(states: readonly State[], row: UnknownRecord | undefined): string | null {
  const reasons = states.map((state) => {
    if (state === 'gone') return row ? 'still there' : null;
    if (!row) return 'lost';
    const wrong = Object.keys(state).filter((name) => row[name] !== state[name]);
    return wrong.length === 0 ? null : `other values of ${wrong.join(', ')}`;
  });
  return reasons.includes(null) ? null : reasons.join(' and ');
}

/**
 * Checks that every acknowledged write has its entry, and that every entry has its write, whose answer may
 * have been lost. Returns the number of entries.
 */
export async function verifyHistory(
  calls: Calls,
  { sent, acknowledged, imports }: Written,
): Promise<number> {
  const { writes, importedRows } = await readHistory(calls);
  const recorded = new Set<string>();
  for (const write of writes) {
    if (recorded.has(write)) calls.fail(`history: ${write} is there twice`);
    if (!sent.has(write)) calls.fail(`history: ${write} was never sent`);
    recorded.add(write);
  }
  for (const write of acknowledged)
    if (!recorded.has(write)) calls.fail(`history: ${write} is missing`);
  // An import is repeated until it is answered, so each was made once.
  const [entries, made] = [importedRows.join(), [...imports.values()].join()];
  if (entries !== made) calls.fail(`history: imports of ${entries} rows in place of ${made}`);
  return writes.length + importedRows.length;
}

/** Reads the clients' writes from the history, in the words of `Written`, and the rows of each import. */
async function readHistory(calls: Calls) {
  const writes: string[] = [];
  const importedRows: number[] = [];
  let next: number | null = null;
  do {
    const before: string = next === null ? '' : `?before=${next}`;
    const { body } = await calls.send(`history${before}`);
    const page = historyPageSchema.parse(body);
    for (const { action, changes } of page.entries) {
      if (action === 'imported') importedRows.push(...changes.map(({ count }) => count));
      else writes.push(...changes.flatMap(writeOf));
    }
    ({ next } = page);
  } while (next !== null);
  return { writes, importedRows };
}

/** The write of a change. Accounts have none, as the product itself writes them. */
function writeOf({ what, kind, id, fields }: HistoryChange): string[] {
  if (kind !== 'condo' && kind !== 'apartment' && kind !== 'invitation') return [];
  if (what === 'deleted') return [`deleted ${kind} ${id}`];
  const name = fields.find((field) => field.name === KINDS[kind].name)?.new;
  return [what === 'created' ? `created ${kind} ${name}` : `changed ${kind} ${id} ${name}`];
}

/**
 * Breaks the history in both ways without the API: deletes the entry of an acknowledged write, and writes
 * what no client has sent. Returns the failures that a working check reports.
 */
export async function breakHistory(dataDir: string, { acknowledged }: Written): Promise<string[]> {
  const made = 'created condo ';
  const write = must(
    [...acknowledged].find((one) => one.startsWith(made)),
    'created building',
  );
  const database = await openDatabase({ dataDir, log: silentLog });
  // The schema is the next release's by now.
  await database.pool.query(
    `set application_name = 'condo-admin-tool';
     delete from history_entries where id in (
       select entry_id from history_changes
        where what = 'created' and record_kind = 'condo' and new_values->>'name' = '${write.slice(made.length)}');
     insert into condos (name, address, city, state, zip_code, country)
     values ('by hand', 'A', 'B', 'C', '1', 'D')`,
  );
  await database.close();
  return [`history: ${made}by hand was never sent`, `history: ${write} is missing`];
}
