import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from './connect.server';
import { tableChanges } from '~/platform/database/schema/operations';
import { prepared } from './sql';

/** Tables whose changes are counted, by `table_changes` and by triggers in its migration. */
export type ListTable =
  | 'users'
  | 'condos'
  | 'apartments'
  | 'user_condo_associations'
  | 'invitations';

const allMarks = sql<string | null>`bit_xor(${tableChanges.mark})::text`;

function isOf(tables: SQLWrapper): SQL {
  return sql`${tableChanges.table_name} = any(${tables}::text[])`;
}

/** The version of some tables, as a column of the statement that reads them. Null if they never changed. */
export function versionOf(tables: readonly ListTable[]): SQL<string | null> {
  return sql`(select ${allMarks} from ${tableChanges} where ${isOf(sql.param(tables))})`;
}

const versionOfTables = prepared((db) =>
  db
    .select({ version: allMarks })
    .from(tableChanges)
    .where(isOf(sql.placeholder('tables')))
    .prepare('version_of_tables'),
);

/** Reads only the version, for a caller that may already have these rows. */
export async function readVersion(db: Db, tables: readonly ListTable[]): Promise<string | null> {
  const [row] = await versionOfTables(db).execute({ tables });
  return row?.version ?? null;
}

/** A table with more rows than this gets them replaced by one. */
const KEPT_ROWS = 500;

/**
 * Keeps reading a version cheap by replacing old rows with one new mark. Without the mark an earlier
 * version could return.
 */
export async function replaceTableChanges(db: Db, keptRows = KEPT_ROWS): Promise<void> {
  await db.execute(sql`
    with removed as (
      delete from ${tableChanges}
       where ${tableChanges.table_name} in (
         select table_name from ${tableChanges} group by 1 having count(*) > ${keptRows})
      returning table_name)
    insert into ${tableChanges} (table_name) select distinct table_name from removed`);
}
