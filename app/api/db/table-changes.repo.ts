import { sql } from 'drizzle-orm';
import type { Db } from './connect.server';
import { tableChanges } from './operations-schema';
import { prepared } from './prepared';

/** The tables whose changes are counted: the first column of `table_changes`, and triggers in its migration. */
export type ListTable =
  | 'users'
  | 'condos'
  | 'apartments'
  | 'user_condo_associations'
  | 'invitations';

const marksOfTables = prepared((db) =>
  db
    .select({ version: sql<string | null>`bit_xor(${tableChanges.mark})::text` })
    .from(tableChanges)
    .where(sql`${tableChanges.table_name} = any(${sql.placeholder('tables')}::text[])`)
    .prepare('marks_of_tables'),
);

/**
 * The version of some tables: another one after each change that can be seen. Rows that are read afterwards are as new or
 * newer. Null where nothing is known.
 */
export async function readVersion(db: Db, tables: readonly ListTable[]): Promise<string | null> {
  const [row] = await marksOfTables(db).execute({ tables });
  return row?.version ?? null;
}

/** A table with more rows than these has them replaced. */
const KEPT_ROWS = 500;

/** Keeps reading a version cheap. A new mark replaces the removed ones: without it an earlier state could come back. */
export async function replaceTableChanges(db: Db, keptRows = KEPT_ROWS): Promise<void> {
  await db.execute(sql`
    with removed as (
      delete from ${tableChanges}
       where ${tableChanges.table_name} in (
         select table_name from ${tableChanges} group by 1 having count(*) > ${keptRows})
      returning table_name)
    insert into ${tableChanges} (table_name) select distinct table_name from removed`);
}
