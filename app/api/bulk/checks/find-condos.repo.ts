import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import type { FindCondos } from '~/sheets/rows/condo-references';
import type { Db } from '../../db/connect.server';
import { intArray } from '../../db/int-array';

const condoRows = z.array(z.object({ id: z.int(), name: z.string() }));

/** The buildings of the database. */
export function findCondosIn(db: Db): FindCondos {
  return async (ids, names) => {
    const found = await db.execute(sql`
      select id, name from condos
       where id = any(${intArray(ids)}) or name = any(${sql.param([...names])}::text[])
       order by id`);
    return condoRows.parse(found.rows);
  };
}
