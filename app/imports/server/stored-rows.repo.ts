import { sql } from 'drizzle-orm';
import { readApartment } from '~/apartments/fields';
import { readCondo } from '~/condos/fields';
import { mapNames, writableNames } from '~/fields/fields';
import { fieldsOf, readText } from '~/fields/reading';
import { NAME_FIELDS, REVIEW_FIELDS, type ReviewType } from '~/imports/row-error';
import type { StoredRecord } from '~/imports/rows/review-file';
import { rowVersion } from '~/imports/row-version.server';
import type { Db } from '~/platform/database/connect.server';
import { columnList } from '~/platform/database/schema/field-columns';
import { intArray } from '~/platform/database/sql';
import { apartments, condos } from '~/platform/database/schema/records';

const TABLES = {
  condo: { table: condos, read: readCondo },
  apartment: { table: apartments, read: readApartment },
} as const;

/** The records with these ids, by id; `locked`: nobody else changes them until the transaction ends. */
export async function findStoredRows(
  db: Db,
  type: ReviewType,
  ids: readonly number[],
  { locked = false } = {},
): Promise<Map<number, StoredRecord>> {
  if (ids.length === 0) return new Map();
  const { table, read } = TABLES[type];
  const name = NAME_FIELDS[type];
  const fields = REVIEW_FIELDS[type];
  const names = writableNames(fields);
  const result = await db.execute(sql`
    select row_to_json(t) as row
      from (select id, ${columnList(fields)} from ${table}
             where id = any(${intArray(ids)}) order by id
             ${locked ? sql`for update` : sql``}) t`);
  return new Map(
    result.rows.map((line): [number, StoredRecord] => {
      const row = fieldsOf(line.row);
      const record = fieldsOf(read(row));
      const stored: StoredRecord = {
        record,
        name: readText(record[name]) ?? '',
        // Most rows change nothing, and need no version.
        get version() {
          return rowVersion(
            fields,
            mapNames(names, (one) => record[one]),
          );
        },
      };
      return [Number(row.id), stored];
    }),
  );
}

export async function countRows(db: Db, type: ReviewType): Promise<number> {
  return db.$count(TABLES[type].table);
}
