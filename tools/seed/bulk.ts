import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { recordChange } from '~/platform/database/record-change';
import { apartments, condos, users } from '~/platform/database/schema/records';
import { NO_SERVER_LIMITS, withoutTimeLimit } from '~/platform/database/time-limits.server';
import { createPeople, type Person } from './people';
import { BUILDING_NAMES, PLACES_ABROAD, STREETS, SWISS_PLACES } from './places';
import { createRandom, type Random } from './random';
import { UsageError } from '../command';

export type BulkCounts = Record<'condos' | 'apartments' | 'users', number>;

const SEED = 4711;
const BATCH_ROWS = 20_000;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Adds many rows fast, for benchmarks: buildings, apartments spread over all buildings, and users with one
 * home each. Trigram indexes are rebuilt at the end, since updating them row by row takes several times as
 * long. One transaction.
 * @throws UsageError for apartments without a building, or users without an apartment
 */
export function seedBulk(db: Db, counts: BulkCounts, batchRows = BATCH_ROWS): Promise<void> {
  return withoutTimeLimit(() => addRows(db, counts, batchRows));
}

async function addRows(db: Db, counts: BulkCounts, batchRows: number): Promise<void> {
  const random = createRandom(SEED);
  const change = { actor: { kind: 'seed', name: 'Seed' }, action: 'created' } as const;
  await recordChange(db, change, async (tx) => {
    await tx.execute(sql.raw(NO_SERVER_LIMITS));
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
    const indexes = await dropTrigramIndexes(tx);
    // Numbers and addresses continue where an earlier run ended.
    const before = { apartments: await tx.$count(apartments), users: await tx.$count(users) };
    await inBatches(counts.condos, batchRows, (size, start) =>
      insertCondos(tx, random, size, start),
    );
    if (counts.apartments > 0 && (await tx.$count(condos)) === 0)
      throw new UsageError('Apartments need a building: add --condos.');
    await inBatches(counts.apartments, batchRows, (size, start) =>
      insertApartments(tx, size, before.apartments + start),
    );
    if (counts.users > 0 && (await tx.$count(apartments)) === 0)
      throw new UsageError('Users need an apartment: add --apartments.');
    const nextPerson = createPeople(random);
    await inBatches(counts.users, batchRows, (size) =>
      insertUsers(tx, Array.from({ length: size }, nextPerson), before.users),
    );
    for (const definition of indexes) await tx.execute(sql.raw(definition));
  });
  await db.execute(sql`analyze`);
}

async function inBatches(
  total: number,
  batchRows: number,
  insert: (size: number, start: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < total; start += batchRows) {
    await insert(Math.min(batchRows, total - start), start);
  }
}

/** Drops the indexes and returns the statements that create them again. */
export async function dropTrigramIndexes(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and indexdef like '%gin_trgm_ops%'`);
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`);
  return rows.map(({ definition }) => definition);
}

/** Objects of texts as a table `t`. Its column `i` numbers them from 1. */
function tableOf(rows: readonly object[], names: readonly string[]): SQL {
  const typed = sql.raw(names.map((name) => `${name} text`).join(', '));
  return sql`
    rows from (json_to_recordset(${JSON.stringify(rows)}) as (${typed}))
    with ordinality as t (${sql.raw(names.join(', '))}, i)`;
}

async function insertCondos(db: Db, random: Random, size: number, start: number): Promise<void> {
  const places = [...SWISS_PLACES, ...PLACES_ABROAD];
  const rows = Array.from({ length: size }, (_, index) => {
    const { language, ...place } = random.pick(places);
    const name = `${random.pick(BUILDING_NAMES[language])} ${start + index + 1}`;
    const address = `${random.pick(STREETS[language])} ${random.int(1, 148)}`;
    return { name, address, ...place };
  });
  const table = tableOf(rows, ['name', 'address', 'city', 'zip', 'state', 'country']);
  await db.execute(sql`
    insert into condos (name, address, city, zip_code, state, country, number_of_units, date_built, created_at)
    select name, address, city, zip, state, country, 1 + i % 80, date '1950-01-01' + (i % 25000)::int,
           now() - make_interval(secs => (i * 7919 % ${YEAR_SECONDS}))
      from ${table}`);
}

async function insertApartments(db: Db, size: number, start: number): Promise<void> {
  await db.execute(sql`
    with place as (select id, row_number() over (order by id) - 1 as position from condos),
         total as (select count(*) as condos from condos)
    insert into apartments
      (condo_id, apartment_number, floor_number, bedrooms, bathrooms, sqmt, parking_spot_number, notes)
    select place.id, 'B' || (i + 1), 1 + i % 9, 1 + (i % 10) / 2.0, 1 + (i % 4) / 2.0, 30 + (i % 9000) / 100.0,
           case when i % 3 = 0 then 'None' else 'P' || i % 200 end,
           case when i % 5 = 0 then 'Made for measurements' end
      from generate_series(${start}::bigint, ${start + size - 1}::bigint) as i
     cross join total
      join place on place.position = i % condos`);
}

async function insertUsers(db: Db, people: readonly Person[], usersBefore: number): Promise<void> {
  const table = tableOf(people, ['email', 'first_name', 'last_name']);
  await db.execute(sql`
    with person as (
      insert into users (email, first_name, last_name, email_verified, created_at)
      select ${`b${usersBefore}.`} || email, first_name, last_name, true, now() - make_interval(secs => (i * 104729 % ${YEAR_SECONDS}))
        from ${table}
      returning id
    ), home as (
      select id, condo_id, row_number() over (order by id) - 1 as position from apartments
    ), total as (
      select count(*) as apartments from apartments
    )
    insert into user_condo_associations (user_id, condo_id, apartment_id, role)
    select person.id, home.condo_id, home.id, case when person.id % 3 = 0 then 'owner' else 'renter' end
      from person cross join total join home on home.position = person.id % apartments`);
}
