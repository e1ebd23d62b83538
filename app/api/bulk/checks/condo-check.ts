import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import { foldCase, openRows, refuse, SeenRows, type HeadingOf, type RowCheck } from './check';

const foundRows = z.array(z.object({ place: z.coerce.number(), id: z.int() }));

/** Two buildings are one when name, address and zip code are the same. Keys: name, address, zip_code. */
export function createCondoCheck(headingOf: HeadingOf): RowCheck {
  const seen = new SeenRows();
  return {
    async check(db, rows) {
      const open = openRows(rows);
      const keys = open.map((row) => (row.k ?? []).map(foldCase));
      const column = (index: number) => sql.param(keys.map((key) => key[index] ?? ''));
      const found = await db.execute(sql`
        select x.place, min(c.id) as id
          from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[])
               with ordinality as x (name, address, zip_code, place)
          join condos c on lower(c.name) = x.name and lower(c.address) = x.address
                       and lower(c.zip_code) = x.zip_code
         group by x.place`);
      const existing = new Map(foundRows.parse(found.rows).map(({ place, id }) => [place - 1, id]));
      for (const [place, row] of open.entries()) {
        const first = seen.firstWith(keys[place] ?? [], row.n);
        const id = existing.get(place);
        const name = row.k?.[0];
        if (id !== undefined) {
          const why = `a building with this name, address and zip code exists already (id ${id})`;
          refuse(row, headingOf('name'), name, why);
        } else if (first !== undefined) {
          const why = `row ${first} has the same name, address and zip code`;
          refuse(row, headingOf('name'), name, why);
        }
      }
    },
  };
}
