import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import { keyIndex } from '~/sheets/rows/key-fields';
import type { Db } from '../../db/connect.server';
import type { RowBatch } from '~/sheets/rows/row-batch';
import { foldCase, rejectRow, SeenRows, type CheckPurpose, type RowCheck } from './check';
import { CondoReferences } from './condo-references';

const CONDO = keyIndex('apartment', 'condo_id');
const NUMBER = keyIndex('apartment', 'apartment_number');
const foundRows = z.array(z.object({ ordinal: z.coerce.number() }));

/** An apartment number is unique in its building. */
export function createApartmentCheck({ headingOf, writing }: CheckPurpose): RowCheck {
  const seen = new SeenRows();
  const condos = new CondoReferences(headingOf);
  return {
    async check(db, batch) {
      await condos.check(db, batch, CONDO);
      const open = batch.rowsWith('condo_id', 'apartment_number');
      // The table's unique constraint checks rows that are written.
      const existing = writing ? new Set<number>() : await findExisting(db, batch, open);
      for (const rowIndex of open) {
        const condo = batch.keyValue(rowIndex, CONDO);
        const number = batch.keyValue(rowIndex, NUMBER);
        const first = seen.firstWith(condo, foldCase(number), batch, rowIndex);
        if (existing.has(rowIndex)) {
          const why = `building ${condo} already has an apartment with this number`;
          rejectRow(batch, rowIndex, { name: 'apartment_number', headingOf }, number, why);
        } else if (first !== undefined) {
          const why = `row ${first} has the same number in building ${condo}`;
          rejectRow(batch, rowIndex, { name: 'apartment_number', headingOf }, number, why);
        }
      }
    },
  };
}

/**
 * The indexes of the rows whose apartment already exists. Queried building by building with a list of numbers, which
 * uses the table's unique index; a plain join would read the whole table for each batch.
 */
async function findExisting(
  db: Db,
  batch: RowBatch,
  open: readonly number[],
): Promise<Set<number>> {
  const condoIds = open.map((rowIndex) => batch.keyValue(rowIndex, CONDO));
  const numbers = open.map((rowIndex) => batch.keyValue(rowIndex, NUMBER) ?? '');
  const found = await db.execute(sql`
    with x as materialized (
      select condo_id, lower(number) as number, ordinal
        from rows from (unnest(${sql.param(condoIds)}::int[]),
                        json_array_elements_text(${JSON.stringify(numbers)}::json))
             with ordinality as x (condo_id, number, ordinal)
    )
    select x.ordinal
      from (select condo_id, array_agg(number) as numbers from x group by condo_id) as building
     cross join lateral (
             select a.condo_id, a.number_key as number
               from apartments a
              where a.condo_id = building.condo_id
                and a.number_key = any(building.numbers)
             offset 0) as found
      join x on x.condo_id = found.condo_id and x.number = found.number`);
  const rowIndexes = foundRows.parse(found.rows).map(({ ordinal }) => open[ordinal - 1] ?? -1);
  return new Set(rowIndexes);
}
