import { sql } from 'drizzle-orm';
import { CondoReferences } from '~/sheets/rows/condo-references';
import { DuplicateCheck, rowsWithKey } from '~/sheets/rows/duplicate-check';
import { keyOf, type ReadRow } from '~/sheets/rows/row';
import type { Db } from '../../db/connect.server';
import { intArray } from '../../db/int-array';
import type { CheckPurpose, RowCheck } from './check';
import { findCondosIn } from './find-condos.repo';
import { idsByRow } from './ids-by-row';

/** An apartment number is unique in its building. */
export function createApartmentCheck({ db, reject, writing }: CheckPurpose): RowCheck {
  const duplicates = new DuplicateCheck('apartment', reject);
  const condos = new CondoReferences(reject);
  return async (rows) => {
    await condos.check(findCondosIn(db), rows);
    const open = rowsWithKey('apartment', rows);
    // The table's unique constraint checks rows that are written.
    duplicates.check(open, writing ? new Map() : await findStored(db, open));
  };
}

/**
 * The ids of apartments with the building and number of these rows. A large file has thousands of apartments of one
 * building: each building is looked up once.
 */
async function findStored(db: Db, open: readonly ReadRow[]): Promise<Map<ReadRow, number>> {
  if (open.length === 0) return new Map();
  const condoIds = open.map((row) => Number(keyOf(row, 'condo_id')));
  const numbers = open.map((row) => keyOf(row, 'apartment_number') ?? '');
  const found = await db.execute(sql`
    with x as materialized (
      select condo_id, lower(number) as number, ordinal
        from rows from (unnest(${intArray(condoIds)}),
                        json_array_elements_text(${JSON.stringify(numbers)}::json))
             with ordinality as x (condo_id, number, ordinal)
    )
    select x.ordinal, found.id
      from (select condo_id, array_agg(number) as numbers from x group by condo_id) as building
     cross join lateral (
             select a.id, a.condo_id, a.number_key as number
               from apartments a
              where a.condo_id = building.condo_id
                and a.number_key = any(building.numbers)
             offset 0) as found
      join x on x.condo_id = found.condo_id and x.number = found.number`);
  return idsByRow(open, found.rows);
}
