import type { Role } from '~/users/roles';
import { and, asc, eq, sql } from 'drizzle-orm';
import { namesOf } from '~/fields/fields';
import type { CondoTenancyQuery, TenancyUpdate } from '~/users/schema';
import { associationFields, changeableFields } from '~/users/fields';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { personName } from '~/platform/database/schema/columns';
import { pickColumns } from '~/platform/database/schema/field-columns';
import { intArray, oneRow, prepared, sameEmail } from '~/platform/database/sql';
import { isCurrent, isNotOver, type Day } from './tenancies.repo';
import {
  accountEmail,
  apartments,
  condos,
  userCondoAssociations as associations,
  users,
} from '~/platform/database/schema/records';

/** A building, or one apartment of it. */
export interface Home {
  condo_id: number;
  apartment_id: number | null;
}

const stateOn = (day: Day) => sql<'past' | 'current' | 'coming'>`
  case when ${associations.until} < ${day}::date then 'past'
       when ${associations.since} > ${day}::date then 'coming' else 'current' end`;

const ofHome = ({ condo_id, apartment_id }: Home) =>
  and(
    eq(associations.condo_id, condo_id),
    sql`${associations.apartment_id} is not distinct from ${apartment_id}::int`,
  );

const { condo_name: _name, apartment_number: _number, ...own } = associationFields;

const columns = {
  ...pickColumns(associations, [...namesOf(own), 'user_id', 'apartment_id']),
  condo_name: condos.name,
  apartment_number: apartments.apartment_number,
};

export type TenancyRow = Awaited<ReturnType<typeof findTenancies>>[number];

const select = (db: Db, day: Day) =>
  db
    .select({ ...columns, state: stateOn(day) })
    .from(associations)
    .innerJoin(condos, eq(condos.id, associations.condo_id))
    .leftJoin(apartments, eq(apartments.id, associations.apartment_id));

const associationsOfUsers = prepared((db) => {
  const day = sql.placeholder('day');
  const userIds = sql.placeholder('userIds');
  return select(db, day)
    .where(and(sql`${associations.user_id} = any(${userIds}::int[])`, isCurrent(day)))
    .orderBy(asc(associations.id))
    .prepare('associations_of_users');
});

/** The current associations of some users, oldest first. */
export async function findAssociations(db: Db, userIds: readonly number[], day: string) {
  return userIds.length === 0 ? [] : associationsOfUsers(db).execute({ userIds, day });
}

/** Finds all associations of a person, past, present and future, by their beginning. */
export function findTenancies(db: Db, userId: number, day: string) {
  return select(db, day)
    .where(eq(associations.user_id, userId))
    .orderBy(sql`${associations.since} nulls first`, asc(associations.id));
}

/**
 * An association with its person's address and language; null for an inactive person or one without an
 * address.
 */
export async function findNotified(db: Db, id: number) {
  const [row] = await db
    .select({
      ...columns,
      email: accountEmail,
      is_active: users.is_active,
      language: users.language,
    })
    .from(associations)
    .innerJoin(users, eq(users.id, associations.user_id))
    .innerJoin(condos, eq(condos.id, associations.condo_id))
    .leftJoin(apartments, eq(apartments.id, associations.apartment_id))
    .where(eq(associations.id, id));
  return row?.is_active && row.email ? row : null;
}

/** Names of the people of some associations, in their order. */
export async function findNames(db: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .select({
      name: sql<string>`coalesce(${personName(users)}, ${users.email}, '#' || ${users.id})`,
    })
    .from(associations)
    .innerJoin(users, eq(users.id, associations.user_id))
    .where(sql`${associations.id} = any(${intArray(ids)})`)
    .orderBy(sql`array_position(${intArray(ids)}, ${associations.id})`);
  return rows.map(({ name }) => name);
}

/** Finds an association. `locked`: until the transaction ends no one else can change or remove it. */
export async function findTenancy(db: Db, id: number, day: string, { locked = false } = {}) {
  const query = select(db, day).where(eq(associations.id, id));
  const [row] = await (locked ? query.for('update', { of: associations }) : query);
  return row ?? null;
}

/** Selects associations with the names of their people, each with its state on the day. */
const selectTenancies = (db: Db, day: string) =>
  db
    .select({
      ...pickColumns(associations, ['id', 'user_id', 'apartment_id']),
      ...pickColumns(associations, namesOf(changeableFields)),
      apartment_number: apartments.apartment_number,
      state: stateOn(day),
      name: sql<string | null>`${personName(users)}`,
      email: users.email,
    })
    .from(associations)
    .innerJoin(users, eq(users.id, associations.user_id))
    .leftJoin(apartments, eq(apartments.id, associations.apartment_id));

/** Lists the associations of a building, by apartment: current ones on the day, or with `past` all. */
export function findTenanciesOf(
  db: Db,
  condoId: number,
  { day, past }: { day: string } & Pick<CondoTenancyQuery, 'past'>,
) {
  return selectTenancies(db, day)
    .where(and(eq(associations.condo_id, condoId), past === 'true' ? undefined : isCurrent(day)))
    .orderBy(
      sql`${apartments.apartment_number} nulls first`,
      sql`${associations.since} nulls first`,
      asc(associations.id),
    );
}

/** All associations with these apartments, past and future ones too, by their beginning. */
export function findTenanciesIn(db: Db, apartmentIds: readonly number[], day: string) {
  // Compares both columns of the foreign key, since its index begins with the building.
  const isInHome = eq(associations.condo_id, apartments.condo_id);
  return selectTenancies(db, day)
    .where(and(sql`${apartments.id} = any(${intArray(apartmentIds)})`, isInHome))
    .orderBy(sql`${associations.since} nulls first`, asc(associations.id));
}

/** True if the account of an address has a current or future association with this home, in any role. */
export async function hasAssociation(
  db: Db,
  email: string,
  home: Home,
  day: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: associations.id })
    .from(associations)
    .innerJoin(users, eq(users.id, associations.user_id))
    .where(and(sameEmail(users.email, email), ofHome(home), isNotOver(day)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Adds the association of an accepted invitation. A current one gets the new role instead, unless the
 * invitation has a first day. Without that the first day is unknown; but after an earlier association it is
 * today, since the time before belongs to that one.
 */
export async function saveAssociation(
  db: ChangeTx,
  {
    role,
    user_id,
    since: named,
    ...home
  }: Home & { user_id: number; role: Role; since?: string | null },
  { now, day }: { now: Date; day: string },
): Promise<void> {
  const present = await db
    .select(pickColumns(associations, ['id', 'role', 'since', 'until']))
    .from(associations)
    .where(and(eq(associations.user_id, user_id), ofHome(home)))
    .orderBy(asc(associations.id));
  const open = present.filter(({ until }) => until === null || until >= day);
  if (open.some((one) => one.role === role)) return;
  // An association that has yet to begin keeps its role.
  const begun = open.filter((one) => one.since === null || one.since <= day);
  const [first] = named == null ? begun : [];
  const known = named ?? first?.since ?? null;
  const overlaps = present.some(
    (one) => one.role === role && (known === null || (one.until ?? known) >= known),
  );
  const since = overlaps ? day : known;
  if (first)
    await db.update(associations).set({ role, since }).where(eq(associations.id, first.id));
  else await insertAssociation(db, { ...home, user_id, role, since }, now);
}

type NewAssociation = Omit<typeof associations.$inferInsert, 'id' | 'created_at'>;

/** Inserts an association and returns its id. The constraint `associations_once` forbids overlaps. */
export async function insertAssociation(db: ChangeTx, values: NewAssociation, now: Date) {
  const inserted = db.insert(associations).values({ ...values, created_at: now });
  return oneRow(await inserted.returning({ id: associations.id })).id;
}

/** Deletes an association. Returns false if there is none. */
export async function deleteAssociation(db: ChangeTx, id: number): Promise<boolean> {
  const { rowCount } = await db.delete(associations).where(eq(associations.id, id));
  return rowCount !== 0;
}

/** Changes the sent values of an association. The caller has locked it. */
export async function updateAssociation(
  db: ChangeTx,
  id: number,
  changes: Omit<TenancyUpdate, 'notify' | 'removes'>,
) {
  const sent = Object.values(changes).some((value) => value !== undefined);
  if (sent) await db.update(associations).set(changes).where(eq(associations.id, id));
}
