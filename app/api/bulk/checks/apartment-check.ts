import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import { foldCase, openRows, refuse, SeenRows, type HeadingOf, type RowCheck } from './check';
import { CondoReferences } from './condo-references';

const CONDO = 0;
const NUMBER = 1;
const foundRows = z.array(z.object({ place: z.coerce.number() }));

/** A building has a unit's number once. Keys: condo_id, apartment_number. */
export function createApartmentCheck(headingOf: HeadingOf): RowCheck {
  const seen = new SeenRows();
  const condos = new CondoReferences(headingOf);
  return {
    async check(db, rows) {
      await condos.check(db, openRows(rows), CONDO);
      const open = openRows(rows);
      const condoIds = open.map((row) => row.k?.[CONDO] ?? null);
      const numbers = open.map((row) => row.k?.[NUMBER] ?? '');
      const found = await db.execute(sql`
        select x.place
          from unnest(${sql.param(condoIds)}::int[], ${sql.param(numbers)}::text[])
               with ordinality as x (condo_id, number, place)
         where exists (select from apartments a
                        where a.condo_id = x.condo_id and lower(a.apartment_number) = lower(x.number))`);
      const existing = new Set(foundRows.parse(found.rows).map(({ place }) => place - 1));
      for (const [place, row] of open.entries()) {
        const number = row.k?.[NUMBER];
        const first = seen.firstWith([condoIds[place] ?? null, foldCase(number)], row.n);
        if (existing.has(place)) {
          const why = `building ${condoIds[place]} already has an apartment with this number`;
          refuse(row, headingOf('apartment_number'), number, why);
        } else if (first !== undefined) {
          const why = `row ${first} has the same number in building ${condoIds[place]}`;
          refuse(row, headingOf('apartment_number'), number, why);
        }
      }
    },
  };
}
