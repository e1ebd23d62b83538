import { openDatabase } from '~/platform/database/connect.server';
import { must } from '../support/must';
import { silentLog } from '../support/silent-log';

/**
 * Breaks the history in both ways, past the API: takes away the entry of an acknowledged write and writes something that
 * no client has sent. Returns what a check that works says of it.
 */
export async function breakHistory(
  dataDir: string,
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  const made = 'created condo ';
  const write = must(
    [...acknowledged].find((one) => one.startsWith(made)),
    'created building',
  );
  const database = await openDatabase({ dataDir, log: silentLog });
  const client = await database.pool.connect();
  try {
    // The schema is of the next release by now.
    await client.query("set application_name = 'condo-admin-tool'");
    const { rowCount } = await client.query(
      `delete from history_entries where id in (
         select entry_id from history_changes
          where what = 'created' and record_kind = 'condo' and new_values->>'name' = $1)`,
      [write.slice(made.length)],
    );
    if (rowCount !== 1) throw new Error(`${rowCount} entries of "${write}"`);
    await client.query(
      `insert into condos (name, address, city, state, zip_code, country)
       values ('by hand', 'A', 'B', 'C', '1', 'D')`,
    );
  } finally {
    client.release();
    await database.close();
  }
  return [`history: ${made}by hand was never sent`, `history: ${write} is missing`];
}
