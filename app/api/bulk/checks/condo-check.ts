import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import { DuplicateCheck, rowsWithKey } from '~/sheets/rows/duplicate-check';
import { keyIndex } from '~/sheets/rows/key-fields';
import { foldCase } from '~/sheets/rows/row-checks';
import type { CheckPurpose, RowCheck } from './check';

const NAME = keyIndex('condo', 'name');
const ADDRESS = keyIndex('condo', 'address');
const ZIP_CODE = keyIndex('condo', 'zip_code');
const foundRows = z.array(z.object({ ordinal: z.coerce.number(), id: z.int() }));

/** Two buildings are duplicates when name, address and zip code are the same. */
export function createCondoCheck({ headingOf }: CheckPurpose): RowCheck {
  const duplicates = new DuplicateCheck('condo', headingOf);
  return {
    async check(db, batch) {
      const open = rowsWithKey('condo', batch);
      const [names, addresses, zipCodes] = [NAME, ADDRESS, ZIP_CODE].map((index) =>
        sql.param(open.map((rowIndex) => foldCase(batch.keyValue(rowIndex, index)))),
      );
      const found = await db.execute(sql`
        select x.ordinal, min(c.id) as id
          from unnest(${names}::text[], ${addresses}::text[], ${zipCodes}::text[])
               with ordinality as x (name, address, zip_code, ordinal)
          join condos c on lower(c.name) = x.name and lower(c.address) = x.address
                       and lower(c.zip_code) = x.zip_code
         group by x.ordinal`);
      const stored = foundRows
        .parse(found.rows)
        .map(({ ordinal, id }) => [open[ordinal - 1] ?? -1, id] as const);
      duplicates.check(batch, open, new Map(stored));
    },
  };
}
