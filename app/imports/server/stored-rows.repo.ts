import { isNull, sql, type SQL } from 'drizzle-orm';
import { readApartment } from '~/apartments/fields';
import { readCondo } from '~/condos/fields';
import { readerOf } from '~/fields/fields';
import { fieldsOf, readText } from '~/fields/reading';
import { z } from '~/fields/zod';
import { NAME_FIELDS, readReviewType, REVIEW_FIELDS, type EditedType } from '~/imports/row-error';
import type { StoredRecord } from '~/imports/rows/row';
import { rowVersion } from '~/imports/row-version.server';
import type { Db } from '~/platform/database/connect.server';
import { personName } from '~/platform/database/schema/columns';
import { columnList } from '~/platform/database/schema/field-columns';
import { intArray } from '~/platform/database/sql';
import {
  apartments,
  condos,
  userCondoAssociations,
  users,
} from '~/platform/database/schema/records';
import { readUser } from '~/users/fields';
import { tenancyReviewFields } from '~/users/import-fields';

/** Erased people cannot be edited. */
const notErased = isNull(users.erased_at);

const TABLES = {
  condo: { table: condos, read: readCondo },
  apartment: { table: apartments, read: readApartment },
  tenancy: { table: userCondoAssociations, read: readerOf(tenancyReviewFields) },
  user: { table: users, read: readUser },
} as const;

/**
 * Finds the records with these ids, by id. `locked`: nobody else can change them until the transaction
 * ends.
 */
export async function findStoredRows(
  db: Db,
  type: EditedType,
  ids: readonly number[],
  { locked = false } = {},
): Promise<Map<number, StoredRecord>> {
  if (ids.length === 0) return new Map();
  const { table, read } = TABLES[type];
  const reviewType = readReviewType(type);
  const name = reviewType ? NAME_FIELDS[reviewType] : '';
  const whose = await findSubjects(db, type, ids);
  const fields = REVIEW_FIELDS[type];
  const result = await db.execute(sql`
    select row_to_json(t) as row
      from (select id, ${columnList(fields)} from ${table}
             where id = any(${intArray(ids)}) ${type === 'user' ? sql`and ${notErased}` : sql``}
             order by id ${locked ? sql`for update` : sql``}) t`);
  return new Map(
    result.rows.map((line): [number, StoredRecord] => {
      const row = fieldsOf(line.row);
      const record = fieldsOf(read(row));
      const { label = readText(record[name]) ?? '', ...fixed } = whose?.get(Number(row.id)) ?? {};
      const stored: StoredRecord = {
        record,
        name: label,
        ...(whose && { fixed }),
        // Computed on demand, since most rows change nothing and need no version.
        get version() {
          return rowVersion(fields, record);
        },
      };
      return [Number(row.id), stored];
    }),
  );
}

const SUBJECTS: Readonly<Partial<Record<EditedType, (ids: readonly number[]) => SQL>>> = {
  tenancy: (ids) => sql`
    select a.id, history_name('association', a.id) as label, a.condo_id::text,
           coalesce(p.apartment_number, '') as apartment_number, coalesce(p.floor_number::text, '') as floor_number,
           coalesce(${personName(users)}, '') as name, coalesce(users.email, '') as email
      from user_condo_associations a join users on users.id = a.user_id
      left join apartments p on p.id = a.apartment_id
     where a.id = any(${intArray(ids)})`,
  user: (ids) => sql`
    select id, history_name('user', id) as label, coalesce(email, '') as email
      from users where id = any(${intArray(ids)})`,
};

/** Label of each association or person, and the read-only columns of the export that identify it. */
async function findSubjects(db: Db, type: EditedType, ids: readonly number[]) {
  const statement = SUBJECTS[type]?.(ids);
  if (!statement) return undefined;
  const { rows } = await db.execute(statement);
  return new Map(
    rows.map((row) => {
      const { id, ...subject } = subjectRow.parse(row);
      return [id, subject];
    }),
  );
}

const subjectRow = z.object({ id: z.int(), label: z.string() }).catchall(z.string());

export async function countRows(db: Db, type: EditedType): Promise<number> {
  return db.$count(TABLES[type].table, type === 'user' ? notErased : undefined);
}
