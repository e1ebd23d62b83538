import { sql, type SQL } from 'drizzle-orm';
import { sentence, type AnySentence } from '~/language/sentence';
import { z } from '~/fields/zod';
import type { ChangedRecord } from '~/imports/rows/review-rows';
import { keyValue, readingsOf, rowsWith, setId, type ReadRow } from '~/imports/rows/row';
import type { FindCondos, RejectRow } from '~/imports/rows/row-checks';
import type { Db } from '~/platform/database/connect.server';
import { intArray } from '~/platform/database/sql';

/* Buildings and apartments that rows name, for the checks of all types. */

/** Adds errors to rows and replaces names by ids. It keeps state between batches. */
export type RowCheck = (rows: readonly ReadRow[]) => Promise<void>;

/** The purpose of the checks: when writing, the database's own constraints find duplicates. */
export interface CheckPurpose {
  db: Db;
  /** Adds errors that call fields by the file's own headings. */
  reject: RejectRow;
  writing: boolean;
  /** Today (TIME_ZONE). Associations that ended before do not matter. */
  day: string;
  /** Changes of the same file. New rows are compared with the values that these records will have. */
  changes: readonly ChangedRecord[];
}

const placed = z.object({ ordinal: z.coerce.number() });

/** Runs a statement whose `ordinal` is a row's place, from 1. A row may have no answer or several. */
export async function answersFor<T>(
  db: Db,
  rows: readonly ReadRow[],
  answer: z.ZodType<T>,
  statement: SQL,
): Promise<Array<[ReadRow, T]>> {
  const result = await db.execute(statement);
  return result.rows.flatMap((line): Array<[ReadRow, T]> => {
    const row = rows[placed.parse(line).ordinal - 1];
    return row ? [[row, answer.parse(line)]] : [];
  });
}

const condoRows = z.array(z.object({ id: z.int(), name: z.string() }));

export function findCondosIn(db: Db): FindCondos {
  return async (ids, names) => {
    const result = await db.execute(sql`
      select id, name from condos
       where id = any(${intArray(ids)}) or equal_key(name) = any(${sql.param([...names])}::text[])
       order by id`);
    return condoRows.parse(result.rows);
  };
}

const apartmentAnswer = z.object({
  /** The apartment with this id, in the building or elsewhere. */
  id: z.int().nullable(),
  number: z.string().nullable(),
  isHere: z.boolean().nullable(),
  /** The apartment of the building with this number. */
  named: z.int().nullable(),
  name: z.string().nullable(),
  /** Ids of several apartments with an equal number, none of which has the same spelling. */
  several: z.string().nullable(),
});

/** Checks apartments. A cell may have an id, a number, or digits that could be either. */
export async function checkApartments(db: Db, rows: readonly ReadRow[], reject: RejectRow) {
  const requested = rowsWith(rows, 'condo_id', 'apartment_id').filter(
    (row) => keyValue(row, 'apartment_id') !== null,
  );
  if (requested.length === 0) return;
  const readings = requested.map((row) => readingsOf(row, 'apartment_id'));
  const condoIds = sql.param(requested.map((row) => keyValue(row, 'condo_id')));
  const ids = sql.param(readings.map(({ id }) => id));
  const numbers = sql.param(readings.map(({ id, name }) => String(name ?? id)));
  const statement = sql`
    select x.ordinal, i.id, i.apartment_number as number, i.condo_id = x.condo_id as "isHere",
           n.id as named, n.number as name, n.several
      from unnest(${condoIds}::int[], ${ids}::int[], ${numbers}::text[])
           with ordinality as x (condo_id, id, number, ordinal)
      left join apartments i on i.id = x.id
      left join lateral (
        select min(id) as id, min(apartment_number) as number,
               case when count(*) > 1 then string_agg(id::text, ', ' order by id) end as several
          from apartments
         where condo_id = x.condo_id and equal_key(apartment_number) = equal_key(x.number)
         group by apartment_number = x.number
         order by apartment_number = x.number desc limit 1
      ) n on true`;
  for (const [row, apartment] of await answersFor(db, requested, apartmentAnswer, statement))
    setApartment(row, apartment, reject);
}

function setApartment(
  row: ReadRow,
  { id, number, isHere, named, name, several }: z.infer<typeof apartmentAnswer>,
  reject: RejectRow,
): void {
  const add = (why: AnySentence) => reject(row, 'apartment_id', why);
  const building = keyValue(row, 'condo_id');
  const text = readingsOf(row, 'apartment_id').name;
  const byId = isHere ? id : null;
  if (text === null) {
    if (byId !== null) setId(row, 'apartment_id', byId, number);
    else if (id !== null) add(sentence('apartment_of_other_building', { building }));
    else if (named === null) add(sentence('no_such_apartment', { building }));
    else add(sentence('number_for_id', { building, id: named }));
  } else if (several !== null) add(sentence('several_apartments', { ids: several }));
  else if (named !== null && byId !== null && named !== byId) {
    const other = { other: number, otherId: byId };
    add(sentence('ambiguous_apartment', { number: name, id: named, ...other, example: named }));
  } else if (named !== null) setId(row, 'apartment_id', named, name);
  else if (byId !== null) {
    add(sentence('apartment_id_unsaid', { name: text, id: byId, other: number, example: byId }));
  } else add(sentence('no_such_apartment', { building }));
}
