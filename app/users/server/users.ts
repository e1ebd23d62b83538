import { isNamed, type UserCreate, type UserListQuery, type UserUpdate } from '~/users/schema';
import { userFields } from '~/users/fields';
import { endAccess } from '~/accounts/server/administrators.repo';
import { assertRecentSignIn, type Administrator } from '~/accounts/server/auth-middleware';
import { lockForRemoval } from '~/accounts/server/removal';
import { recordChange, type Actor, type ChangeTx } from '~/platform/database/record-change';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { conflict, invalidField, notFound, takenField } from '~/rpc/embedded/api-error';
import { editablePart, requireMatch } from '~/rpc/embedded/entity-tag';
import type { SignedIn } from '~/rpc/embedded/router';
import { findUserPage } from './user-page';
import {
  deactivateUser,
  findUser,
  findUsers,
  insertPeople,
  lockUser,
  updateNames,
  type UserRow,
} from './users.repo';
import { findAssociations, type TenancyRow } from './associations.repo';

export type User = ReturnType<typeof toUser>;

/** A user in the wire form. */
function toUser(row: UserRow, associations: readonly TenancyRow[]) {
  return {
    ...row,
    condo_associations: associations
      .filter(({ user_id }) => user_id === row.id)
      .map(
        ({ user_id: _user, apartment_id: _apartment, state: _state, ...association }) =>
          association,
      ),
  };
}

/**
 * GET /admin/users. A page number past the end gives the last page. The version is read first, so the rows
 * may be newer than it.
 */
export async function listUsers(deps: ApiDeps, query: UserListQuery) {
  const { db } = deps;
  const day = todayOf(deps);
  const { ids, total, version, ...pages } = await findUserPage(db, query, day);
  const [rows, associations] = await Promise.all([
    findUsers(db, ids),
    findAssociations(db, ids, day),
  ]);
  const data = rows.map((row) => toUser(row, associations));
  const pagination = {
    ...pages,
    ...(query.with_total === 'true' && total !== null && { total }),
  };
  return { list: { data, pagination }, version };
}

/** Finds a user. @throws ApiError 404 */
export async function getUser(deps: ApiDeps, id: number): Promise<User> {
  const [row, associations] = await Promise.all([
    findUser(deps.db, id),
    findAssociations(deps.db, [id], todayOf(deps)),
  ]);
  if (!row) throw notFound('User');
  return toUser(row, associations);
}

/** The fields that the user's ETag covers. */
export function taggedPart(user: Pick<User, 'first_name' | 'last_name' | 'phone'>): object {
  return editablePart(userFields, user);
}

/** Adds a person who cannot sign in. @throws ApiError 409 for an address that is taken */
export async function enterPerson(tx: ChangeTx, person: UserCreate, now: Date): Promise<UserRow> {
  const [row] = await insertPeople(tx, [person], now);
  if (!row) throw takenField('email', 'person_exists');
  return row;
}

/**
 * Changes names and phone; the e-mail is read-only. With `ifMatch`, the header, the user must still have
 * that version.
 * @throws ApiError 404, 409 for an erased person, 412, 422 if the person would have neither name nor e-mail
 */
export async function changeUser(
  deps: ApiDeps,
  actor: Actor,
  id: number,
  names: UserUpdate,
  ifMatch?: string,
): Promise<User> {
  const row = await recordChange(deps.db, { actor, action: 'changed' }, async (tx) => {
    const before = await lockUser(tx, id);
    if (!before) throw notFound('User');
    if (before.erased_at !== null) throw conflict('person_erased');
    requireMatch(ifMatch, taggedPart(before), 'user');
    const { first_name = before.first_name, last_name = before.last_name } = names;
    if (!isNamed({ first_name, last_name, email: before.email }))
      throw invalidField('first_name', 'person_unnamed');
    return updateNames(tx, id, names, deps.clock());
  });
  return toUser(row, await findAssociations(deps.db, [id], todayOf(deps)));
}

/**
 * DELETE /admin/users/{id}: deactivates the account, ends its tokens, and removes its current and future
 * associations and its pending invitations, all or nothing. An inactive user stays unchanged.
 * @throws ApiError 404, 400 for the own account and the last active administrator, 403 for any
 * administrator after an old sign-in
 */
export async function removeUser(
  deps: ApiDeps,
  actor: Administrator,
  session: SignedIn,
  id: number,
): Promise<void> {
  const { db, clock, settings } = deps;
  const change = { actor, action: 'deactivated', record: { kind: 'user', id } } as const;
  await recordChange(db, change, async (tx) => {
    const accounts = { callerId: actor.userId, targetId: id };
    const messages = { own: 'own_account', last: 'last_administrator' } as const;
    const user = await lockForRemoval(tx, settings, accounts, messages);
    // Deleting an administrator withdraws rights, so it needs a recent sign-in.
    if (user.is_superuser && user.is_active) assertRecentSignIn(session, clock());
    await deactivateUser(tx, user, { now: clock(), day: todayOf(deps) });
    await endAccess(tx, user);
  });
}
