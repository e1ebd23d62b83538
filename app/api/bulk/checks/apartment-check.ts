import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import { CondoReferences } from '~/sheets/rows/condo-references';
import { DuplicateCheck, rowsWithKey } from '~/sheets/rows/duplicate-check';
import { keyIndex } from '~/sheets/rows/key-fields';
import type { Db } from '../../db/connect.server';
import { intArray } from '../../db/int-array';
import type { RowBatch } from '~/sheets/rows/row-batch';
import type { CheckPurpose, RowCheck } from './check';
import { findCondosIn, findFilledCondos } from './find-condos.repo';

const CONDO = keyIndex('apartment', 'condo_id');
const NUMBER = keyIndex('apartment', 'apartment_number');
const foundRows = z.array(z.object({ ordinal: z.coerce.number(), id: z.int() }));

/** An apartment number is unique in its building. */
export function createApartmentCheck({ headingOf, writing }: CheckPurpose): RowCheck {
  const duplicates = new DuplicateCheck('apartment', headingOf);
  const condos = new CondoReferences(headingOf);
  const empty = new EmptyCondos();
  return {
    async check(db, batch) {
      await condos.check(findCondosIn(db), batch, CONDO);
      const open = rowsWithKey('apartment', batch);
      // The table's unique constraint checks rows that are written.
      const stored = writing
        ? new Map<number, number>()
        : await findStored(db, batch, await empty.without(db, batch, open));
      duplicates.check(batch, open, stored);
    },
  };
}

/** The buildings of a file that had no apartment when they first came up: the rows of a new one are not searched for, batch after batch. */
class EmptyCondos {
  readonly #isEmpty = new Map<number, boolean>();

  /** The rows of other buildings. */
  async without(db: Db, batch: RowBatch, rows: readonly number[]): Promise<number[]> {
    const condoOf = (rowIndex: number) => Number(batch.keyValue(rowIndex, CONDO));
    const asked = [...new Set(rows.map(condoOf))].filter((id) => !this.#isEmpty.has(id));
    if (asked.length > 0) {
      const filled = new Set(await findFilledCondos(db, asked));
      for (const id of asked) this.#isEmpty.set(id, !filled.has(id));
    }
    return rows.filter((rowIndex) => this.#isEmpty.get(condoOf(rowIndex)) === false);
  }
}

/**
 * The ids of apartments that already exist, by the index of their row. Queried building by building with a list of numbers, which
 * uses the table's unique index; a plain join would read the whole table for each batch.
 */
async function findStored(
  db: Db,
  batch: RowBatch,
  open: readonly number[],
): Promise<Map<number, number>> {
  if (open.length === 0) return new Map();
  const condoIds = open.map((rowIndex) => Number(batch.keyValue(rowIndex, CONDO)));
  const numbers = open.map((rowIndex) => batch.keyValue(rowIndex, NUMBER) ?? '');
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
  return new Map(
    foundRows.parse(found.rows).map(({ ordinal, id }) => [open[ordinal - 1] ?? -1, id] as const),
  );
}
