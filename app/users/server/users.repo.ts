import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import { namesOf } from '~/fields/fields';
import type { AccountUpdate } from '~/accounts/account';
import { userFields } from '~/users/fields';
import type { UserCreate, UserUpdate } from '~/users/schema';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { pickColumns } from '~/platform/database/schema/field-columns';
import { intArray, oneRow, prepared, sameEmail } from '~/platform/database/sql';
import { isNotOver } from './tenancies.repo';
import { invitations, userCondoAssociations, users } from '~/platform/database/schema/records';

const columns = pickColumns(users, [...namesOf(userFields), 'merged_into']);

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export async function findUser(db: Db, id: number) {
  const [row] = await db.select(columns).from(users).where(eq(users.id, id));
  return row ?? null;
}

const usersByIds = prepared((db) =>
  db
    .select(columns)
    .from(users)
    .where(sql`${users.id} = any(${sql.placeholder('ids')}::int[])`)
    .orderBy(sql`array_position(${sql.placeholder('ids')}::int[], ${users.id})`)
    .prepare('users_by_ids'),
);

/** Finds the users with these ids, in the order of the ids. */
export async function findUsers(db: Db, ids: readonly number[]): Promise<UserRow[]> {
  return ids.length === 0 ? [] : usersByIds(db).execute({ ids });
}

/**
 * Finds and locks users: until the transaction ends no one else can change or deactivate them. They are
 * locked in the order of their ids, as everywhere, so that of two changes of the same people one waits for
 * the other.
 */
export function lockUsers(db: Db, ids: readonly number[]) {
  return db
    .select({ ...columns, erased_at: users.erased_at })
    .from(users)
    .where(sql`${users.id} = any(${intArray(ids)})`)
    .orderBy(asc(users.id))
    .for('no key update');
}

export async function lockUser(db: Db, id: number) {
  const [row] = await lockUsers(db, [id]);
  return row ?? null;
}

/** Adds people who cannot sign in, in their order, except those whose e-mail address is taken. */
export function insertPeople(db: ChangeTx, people: readonly UserCreate[], now: Date) {
  return db
    .insert(users)
    .values(people.map((person) => ({ ...person, created_at: now, updated_at: now })))
    .onConflictDoNothing()
    .returning(columns);
}

/**
 * Changes the sent values of a locked user. The history does not record the language and the choice of
 * mails.
 */
export async function updateNames(
  db: ChangeTx,
  id: number,
  { first_name, last_name, phone, language, proposal_mails }: UserUpdate & AccountUpdate,
  now: Date,
): Promise<UserRow> {
  const values = { first_name, last_name, phone, language, proposal_mails, updated_at: now };
  return oneRow(await db.update(users).set(values).where(eq(users.id, id)).returning(columns));
}

/** Condition on `invitations`: it is to the person's address, or creates an account for this person. */
export function isSentTo({ id, email }: { id: number; email: string | null }) {
  return or(sameEmail(invitations.email, email), eq(invitations.user_id, id)) ?? sql`false`;
}

/** Deactivates a user, removes current and future associations, and withdraws pending invitations. */
export async function deactivateUser(
  db: ChangeTx,
  user: { id: number; email: string | null },
  { now, day }: { now: Date; day: string },
) {
  await db
    .update(users)
    .set({ is_active: false, updated_at: now })
    .where(and(eq(users.id, user.id), ne(users.is_active, false)));
  await db
    .delete(userCondoAssociations)
    .where(and(eq(userCondoAssociations.user_id, user.id), isNotOver(day)));
  await db.delete(invitations).where(and(isSentTo(user), eq(invitations.status, 'pending')));
}
