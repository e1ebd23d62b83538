import { sql } from 'drizzle-orm';
import { DuplicateCheck, rowsWithKey } from '~/sheets/rows/duplicate-check';
import { keyOf } from '~/sheets/rows/row';
import { foldCase } from '~/sheets/rows/row-checks';
import type { CheckPurpose, RowCheck } from './check';
import { idsByRow } from './ids-by-row';

/** Two buildings are duplicates when name, address and zip code are the same. */
export function createCondoCheck({ db, reject }: CheckPurpose): RowCheck {
  const duplicates = new DuplicateCheck('condo', reject);
  return async (rows) => {
    const open = rowsWithKey('condo', rows);
    const [names, addresses, zipCodes] = (['name', 'address', 'zip_code'] as const).map((field) =>
      sql.param(open.map((row) => foldCase(keyOf(row, field)))),
    );
    const found = await db.execute(sql`
      select x.ordinal, min(c.id) as id
        from unnest(${names}::text[], ${addresses}::text[], ${zipCodes}::text[])
             with ordinality as x (name, address, zip_code, ordinal)
        join condos c on lower(c.name) = x.name and lower(c.address) = x.address
                     and lower(c.zip_code) = x.zip_code
       group by x.ordinal`);
    duplicates.check(open, idsByRow(open, found.rows));
  };
}
