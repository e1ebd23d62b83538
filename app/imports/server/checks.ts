import { sql } from 'drizzle-orm';
import type { BulkType, Reading } from '~/imports/schema';
import { cantonOfPlace } from '~/checks/localities/canton-of-place';
import { cantonNames, SWITZERLAND } from '~/condos/cantons';
import { readText } from '~/fields/reading';
import { equalKey, searchText } from '~/fields/search-text';
import { sentence, type AnySentence } from '~/language/sentence';
import { z } from '~/fields/zod';
import { cellProblem, toText } from '~/imports/rows/field-rules';
import {
  isValid,
  keyValue,
  readingsOf,
  rowsWith,
  setId,
  type KeyField,
  type ReadRow,
} from '~/imports/rows/row';
import {
  compositeKey,
  CondoReferences,
  DuplicateCheck,
  foldCase,
  rejectWith,
  rowsWithKey,
  SeenRows,
  type FindCondos,
  type RejectRow,
} from '~/imports/rows/row-checks';
import type { Db } from '~/platform/database/connect.server';
import { intArray } from '~/platform/database/sql';
import { daysOf, isNotOver } from '~/platform/database/tenancies.repo';

/** Adds errors to rows, and replaces names by ids. Keeps state from one batch to the next. */
export type RowCheck = (rows: readonly ReadRow[]) => Promise<void>;

/** The purpose of the checks: when writing, the database's own constraints find duplicates. */
interface CheckPurpose {
  db: Db;
  /** Names fields by the file's own headings. */
  reject: RejectRow;
  writing: boolean;
  /** Today (TIME_ZONE): an association that is over is in nobody's way. */
  day: string;
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

const idRows = z.array(z.object({ ordinal: z.coerce.number(), id: z.int() }));

/** Assigns the ids that a statement found to rows, by their ordinal (from 1) in the request. */
function idsByRow(requested: readonly ReadRow[], rows: unknown): Map<ReadRow, number> {
  const ids = new Map<ReadRow, number>();
  for (const { ordinal, id } of idRows.parse(rows)) {
    const row = requested[ordinal - 1];
    if (row) ids.set(row, id);
  }
  return ids;
}

/** Two buildings are duplicates when name, address and zip code are equal (equalKey). */
function createCondoCheck({ db, reject }: CheckPurpose): RowCheck {
  const duplicates = new DuplicateCheck('condo', reject);
  return async (rows) => {
    for (const row of rows) if (!isValid(row)) proposePlace(row);
    const comparable = rowsWithKey('condo', rows);
    const [names, addresses, zipCodes] = (['name', 'address', 'zip_code'] as const).map((field) =>
      sql.param(comparable.map((row) => equalKey(toText(keyValue(row, field))))),
    );
    const result = await db.execute(sql`
      select x.ordinal, min(c.id) as id
        from unnest(${names}::text[], ${addresses}::text[], ${zipCodes}::text[])
             with ordinality as x (name, address, zip_code, ordinal)
       cross join lateral (
             select id, address from condos
              where equal_key(name) = x.name and equal_key(zip_code) = x.zip_code
             offset 0) as c
       where equal_key(c.address) = x.address
       group by x.ordinal`);
    duplicates.check(comparable, idsByRow(comparable, result.rows));
  };
}

/** Proposes a missing country or canton by the postcode and its place, where nothing else is given. */
function proposePlace({ values, problems }: ReadRow): void {
  const textOf = (field: string) => readText(values[field])?.trim() ?? '';
  const [state, country] = [textOf('state'), textOf('country')];
  if (state !== '' && country !== '') return;
  const canton = cantonOfPlace(textOf('zip_code'), textOf('city'));
  const isOther = country !== '' && !SWITZERLAND.includes(searchText(country));
  if (canton === null || isOther || (state !== '' && cantonNames(state)[0] !== canton)) return;
  const propose = (field: string, value: string) => {
    problems.push(cellProblem(field, undefined, null, sentence('may_be', { value })));
  };
  if (state === '') propose('state', canton);
  if (country === '') propose('country', 'Switzerland');
}

function createApartmentCheck({ db, reject, writing }: CheckPurpose): RowCheck {
  const duplicates = new DuplicateCheck('apartment', reject);
  const condos = new CondoReferences(reject);
  return async (rows) => {
    await condos.check(findCondosIn(db), rows);
    const comparable = rowsWithKey('apartment', rows);
    // The table's unique constraint checks rows that are written.
    duplicates.check(comparable, writing ? new Map() : await findStored(db, comparable));
  };
}

/** The ids of apartments with these buildings and numbers. Each building is looked up once, for thousands. */
async function findStored(db: Db, comparable: readonly ReadRow[]): Promise<Map<ReadRow, number>> {
  if (comparable.length === 0) return new Map();
  const condoIds = comparable.map((row) => Number(keyValue(row, 'condo_id')));
  const numbers = comparable.map((row) => equalKey(toText(keyValue(row, 'apartment_number'))));
  const result = await db.execute(sql`
    with x as materialized (
      select condo_id, number, ordinal
        from rows from (unnest(${intArray(condoIds)}),
                        json_array_elements_text(${JSON.stringify(numbers)}::json))
             with ordinality as x (condo_id, number, ordinal)
    )
    select x.ordinal, found.id
      from (select condo_id, array_agg(number) as numbers from x group by condo_id) as building
     cross join lateral (
             select a.id, a.condo_id, equal_key(a.apartment_number) as number
               from apartments a
              where a.condo_id = building.condo_id
                and equal_key(a.apartment_number) = any(building.numbers)
             offset 0) as found
      join x on x.condo_id = found.condo_id and x.number = found.number`);
  return idsByRow(comparable, result.rows);
}

const apartmentRows = z.array(
  z.object({
    ordinal: z.coerce.number(),
    /** The apartment with this id, in the building or elsewhere. */
    id: z.int().nullable(),
    number: z.string().nullable(),
    isHere: z.boolean().nullable(),
    /** The apartment of the building with this number. */
    named: z.int().nullable(),
    name: z.string().nullable(),
  }),
);
const takenRows = z.array(
  z.object({ ordinal: z.coerce.number(), invited: z.boolean(), associated: z.boolean() }),
);

/** Rejects apartments of other buildings, repeated invitations and existing associations. */
function createInviteCheck({ db, reject, day }: CheckPurpose): RowCheck {
  const seen = new SeenRows();
  const condos = new CondoReferences(reject);
  return async (rows) => {
    await condos.check(findCondosIn(db), rows);
    await checkApartments(db, rows, reject);
    const comparable = rowsWith(rows, 'email', 'condo_id', 'apartment_id');
    const conflicts = await findTaken(db, comparable, day);
    for (const row of comparable) {
      const home = [keyValue(row, 'condo_id'), keyValue(row, 'apartment_id')];
      const first = seen.firstWith(compositeKey(foldCase(keyValue(row, 'email')), ...home), row);
      const why = conflicts.get(row) ?? (first && sentence('same_invitation', { row: first }));
      if (why) reject(row, 'email', why);
    }
  };
}

/** Cells name an apartment by its id, by its number, or leave it open. */
async function checkApartments(db: Db, rows: readonly ReadRow[], reject: RejectRow): Promise<void> {
  const requested = rowsWith(rows, 'condo_id', 'apartment_id').filter(
    (row) => keyValue(row, 'apartment_id') !== null,
  );
  if (requested.length === 0) return;
  const readings = requested.map((row) => readingsOf(row, 'apartment_id'));
  const condoIds = sql.param(requested.map((row) => keyValue(row, 'condo_id')));
  const ids = sql.param(readings.map(({ id }) => id));
  const numbers = sql.param(readings.map(({ id, name }) => String(name ?? id)));
  const result = await db.execute(sql`
    select x.ordinal, i.id, i.apartment_number as number, i.condo_id = x.condo_id as "isHere",
           n.id as named, n.apartment_number as name
      from unnest(${condoIds}::int[], ${ids}::int[], ${numbers}::text[])
           with ordinality as x (condo_id, id, number, ordinal)
      left join apartments i on i.id = x.id
      left join lateral (
        select id, apartment_number from apartments
         where condo_id = x.condo_id and equal_key(apartment_number) = equal_key(x.number)
         order by apartment_number = x.number desc, id limit 1
      ) n on true`);
  for (const { ordinal, ...apartment } of apartmentRows.parse(result.rows)) {
    const row = requested[ordinal - 1];
    if (row) setApartment(row, apartment, reject);
  }
}

function setApartment(
  row: ReadRow,
  { id, number, isHere, named, name }: Omit<z.infer<typeof apartmentRows>[number], 'ordinal'>,
  reject: RejectRow,
): void {
  const add = (why: AnySentence) => reject(row, 'apartment_id', why);
  const condo = keyValue(row, 'condo_id');
  const isId = readingsOf(row, 'apartment_id').name === null;
  const byId = isHere ? id : null;
  if (isId && byId === null) {
    if (id !== null) add(sentence('apartment_of_other_building', { building: condo }));
    else if (named === null) add(sentence('no_such_apartment', { building: condo }));
    else {
      add(sentence('number_for_id', { building: condo, id: named }));
    }
  } else if (!isId && named !== null && byId !== null && named !== byId) {
    add(
      sentence('ambiguous_apartment', {
        number: name,
        id: named,
        other: number,
        otherId: byId,
        example: named,
      }),
    );
  } else if (!isId && named !== null) setId(row, 'apartment_id', named, name);
  else if (byId !== null) setId(row, 'apartment_id', byId, number);
  else add(sentence('no_such_apartment', { building: condo }));
}

/** Why rows invite somebody who is there or invited already. */
async function findTaken(
  db: Db,
  comparable: readonly ReadRow[],
  day: string,
): Promise<Map<ReadRow, AnySentence>> {
  const column = (field: KeyField) => sql.param(comparable.map((row) => keyValue(row, field)));
  const result = await db.execute(sql`
    select x.ordinal,
           exists (select from invitations i
                    where i.status = 'pending' and lower(i.email) = lower(x.email)
                      and i.condo_id = x.condo_id
                      and coalesce(i.apartment_id, 0) = coalesce(x.apartment_id, 0)) as invited,
           exists (select from users u join user_condo_associations a on a.user_id = u.id
                    where lower(u.email) = lower(x.email) and a.condo_id = x.condo_id
                      and a.apartment_id is not distinct from x.apartment_id
                      and ${isNotOver(day, daysOf('a'))}) as associated
      from unnest(${column('email')}::text[], ${column('condo_id')}::int[], ${column('apartment_id')}::int[])
           with ordinality as x (email, condo_id, apartment_id, ordinal)`);
  const conflicts = new Map<ReadRow, AnySentence>();
  for (const { ordinal, invited, associated } of takenRows.parse(result.rows)) {
    const row = comparable[ordinal - 1];
    if (!row) continue;
    if (invited) {
      conflicts.set(row, 'invited_there');
    } else if (associated) conflicts.set(row, 'associated_there');
  }
  return conflicts;
}

const CHECKS: Readonly<Record<BulkType, (purpose: CheckPurpose) => RowCheck>> = {
  condo: createCondoCheck,
  apartment: createApartmentCheck,
  user_invite: createInviteCheck,
};

/** The import rules that need the database; messages use the file's own headings. */
export function createCheck(
  db: Db,
  type: BulkType,
  {
    day,
    reading,
    writing = false,
  }: { day: string; reading?: Reading | undefined; writing?: boolean },
): RowCheck {
  const headings = new Map(reading?.columns.map(({ field, heading }) => [field, heading]));
  return CHECKS[type]({ db, reject: rejectWith(headings), writing, day });
}
