import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import { keyIndex } from '~/sheets/rows/key-fields';
import {
  compositeKey,
  foldCase,
  rejectRow,
  SeenRows,
  type CheckPurpose,
  type RowCheck,
} from './check';

const NAME = keyIndex('condo', 'name');
const ADDRESS = keyIndex('condo', 'address');
const ZIP_CODE = keyIndex('condo', 'zip_code');
const foundRows = z.array(z.object({ ordinal: z.coerce.number(), id: z.int() }));

/** Two buildings are duplicates when name, address and zip code are the same. */
export function createCondoCheck({ headingOf }: CheckPurpose): RowCheck {
  const seen = new SeenRows();
  return {
    async check(db, batch) {
      const open = batch.rowsWith('name', 'address', 'zip_code');
      const folded = [NAME, ADDRESS, ZIP_CODE].map((index) =>
        open.map((rowIndex) => foldCase(batch.keyValue(rowIndex, index))),
      );
      const [names, addresses, zipCodes] = folded.map((texts) => sql.param(texts));
      const found = await db.execute(sql`
        select x.ordinal, min(c.id) as id
          from unnest(${names}::text[], ${addresses}::text[], ${zipCodes}::text[])
               with ordinality as x (name, address, zip_code, ordinal)
          join condos c on lower(c.name) = x.name and lower(c.address) = x.address
                       and lower(c.zip_code) = x.zip_code
         group by x.ordinal`);
      const existing = new Map(
        foundRows.parse(found.rows).map(({ ordinal, id }) => [ordinal - 1, id]),
      );
      for (const [index, rowIndex] of open.entries()) {
        const [nameKey = '', addressKey = '', zipKey = ''] = folded.map((texts) => texts[index]);
        const first = seen.firstWith(zipKey, compositeKey(nameKey, addressKey), batch, rowIndex);
        const id = existing.get(index);
        const name = batch.keyValue(rowIndex, NAME);
        if (id !== undefined) {
          const why = `a building with this name, address and zip code exists already (id ${id})`;
          rejectRow(batch, rowIndex, { name: 'name', headingOf }, name, why);
        } else if (first !== undefined) {
          const why = `row ${first} has the same name, address and zip code`;
          rejectRow(batch, rowIndex, { name: 'name', headingOf }, name, why);
        }
      }
    },
  };
}
