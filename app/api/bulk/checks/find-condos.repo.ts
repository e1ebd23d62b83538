import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import type { FindCondos } from '~/sheets/rows/condo-references';
import type { Db } from '../../db/connect.server';
import { intArray } from '../../db/int-array';

const idRows = z.array(z.object({ id: z.int() }));
const nameRows = z.array(z.object({ name: z.string(), ids: z.array(z.int()) }));

/** The buildings of the database. */
export function findCondosIn(db: Db): FindCondos {
  return {
    async ids(ids) {
      const found = await db.execute(sql`select id from condos where id = any(${intArray(ids)})`);
      return idRows.parse(found.rows).map(({ id }) => id);
    },
    async idsByName(names) {
      const found = await db.execute(sql`
        select name, array_agg(id order by id) as ids from condos
         where name = any(${sql.param([...names])}::text[]) group by name`);
      return nameRows.parse(found.rows).map(({ name, ids }) => [name, ids] as const);
    },
  };
}
