import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { acceptCodeAnswerSchema } from '~/invitations/acceptance';
import { invitationSchema, lettersSchema } from '~/invitations/schema';
import { createPasswordLink } from '~/accounts/server/password-links.repo';
import { passkeys } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { enrolApp, enrolPasskey, RELYING_PARTY } from '../../support/factors';
import { callsOf, insertUser, logIn } from '../../support/api';
import { newestEntryId, storedEntries } from '../../support/history';
import { must } from '../../support/must';
import { NEWCOMER } from '../../support/invitation-desk';
import { PASSWORD, anyText, inviteAdministrator, type RouteCase } from './route-case';

/** Routes of accounts, administrators, sign-ins and personal data, and of the portfolio check. */
export const ACCOUNT_CASES: Readonly<Record<string, RouteCase>> = {
  'PUT /api/admin/account': async (context) => {
    const { adminId } = context.desk.api;
    const names = { first_name: 'Ida', last_name: 'Admin' };
    await context.desk.api.call('PUT', '/admin/account', names);
    const name = `Ida Admin (${context.adminEmail})`;
    context.admin = `administrator ${adminId} ${name}`;
    const only = { what: 'changed', old: { first_name: null, last_name: null }, new: names };
    return { action: 'changed', record: `user ${adminId}`, name, only };
  },
  'POST /api/admin/account/password': async ({ desk }) => {
    const { adminId, db } = desk.api;
    await db.update(users).set({ password_hash: 'plain:old' }).where(eq(users.id, adminId));
    const body = { current_password: 'old', new_password: PASSWORD };
    await desk.api.call('POST', '/admin/account/password', body);
    return { action: 'password_set', record: `user ${adminId}` };
  },
  'POST /api/admin/account/factors/totp/confirmation': async ({ desk }) => {
    const { adminId, token } = desk.api;
    await enrolApp(desk.api, token, desk.time.now);
    return { action: 'factors', record: `user ${adminId}` };
  },
  'POST /api/admin/account/factors/recovery-codes': async ({ desk }) => {
    await desk.api.call('POST', '/admin/account/factors/recovery-codes');
    return { action: 'factors', record: `user ${desk.api.adminId}` };
  },
  'POST /api/admin/account/factors/passkeys': async ({ desk }) => {
    const { adminId, deps, token } = desk.api;
    const settings = { ...deps.settings, relyingParty: RELYING_PARTY };
    await enrolPasskey(createApi({ ...deps, settings }), token);
    return { action: 'factors', record: `user ${adminId}` };
  },
  'DELETE /api/admin/account/factors/passkeys/{id}': async ({ desk }) => {
    const { adminId, db } = desk.api;
    const [row] = await db.select({ id: passkeys.id }).from(passkeys);
    await desk.api.call('DELETE', `/admin/account/factors/passkeys/${row?.id}`);
    return { action: 'factors', record: `user ${adminId}` };
  },
  'DELETE /api/admin/account/factors/totp': async ({ desk }) => {
    await desk.api.call('DELETE', '/admin/account/factors/totp');
    return { action: 'factors', record: `user ${desk.api.adminId}` };
  },
  'PUT /api/admin/administrators/{id}': async ({ desk }) => {
    const id = await insertUser(desk.api.db, { email: 'head@example.com', is_superuser: true });
    await desk.api.call('PUT', `/admin/administrators/${id}`, { rights: 'look' });
    const only = { what: 'changed', old: { rights: 'all' }, new: { rights: 'look' } };
    return { action: 'rights', record: `user ${id}`, name: 'head@example.com', only };
  },
  'DELETE /api/admin/administrators/{id}': async ({ desk }) => {
    const id = await insertUser(desk.api.db, { email: 'chief@example.com', is_superuser: true });
    await desk.api.call('DELETE', `/admin/administrators/${id}`);
    const only = { what: 'changed', old: { is_superuser: true }, new: { is_superuser: false } };
    return { action: 'rights', record: `user ${id}`, name: 'chief@example.com', only };
  },
  'POST /api/admin/administrators/invitations': async ({ desk }) => {
    const email = 'colleague@example.com';
    const id = await inviteAdministrator(desk, email);
    const sent = { invited_by: desk.api.adminId, created_at: anyText, expires_at: anyText };
    const only = { what: 'created', new: { email, ...sent } };
    return { action: 'invited', record: `administrator_invitation ${id}`, name: email, only };
  },
  'DELETE /api/admin/administrators/invitations/{id}': async ({ desk }) => {
    const email = 'not-after-all@example.com';
    const id = await inviteAdministrator(desk, email);
    await desk.api.call('DELETE', `/admin/administrators/invitations/${id}`);
    return { action: 'deleted', record: `administrator_invitation ${id}`, name: email };
  },
  'DELETE /api/admin/personal-data/{id}': async ({ desk }) => {
    const user = { email: 'past@example.com', is_active: false };
    const id = await insertUser(desk.api.db, user);
    await desk.api.call('DELETE', `/admin/personal-data/${id}`);
    const email = { erased: true };
    const only = { what: 'changed', old: { email }, new: { email } };
    return { action: 'erased', record: `user ${id}`, name: `Erased person #${id}`, only };
  },
  'PUT /api/admin/portfolio-check/{kind}/{id}': async ({ desk }) => {
    const id = await insertUser(desk.api.db, { email: 'aside@example.com' });
    const body = { state: 'No building or apartment', reason: 'Moves in later' };
    await desk.api.call('PUT', `/admin/portfolio-check/person_without_association/${id}`, body);
    return { action: 'set_aside', record: `user ${id}`, name: 'aside@example.com' };
  },
  'DELETE /api/admin/portfolio-check/{kind}/{id}': async ({ desk }) => {
    const id = await insertUser(desk.api.db, { email: 'back@example.com' });
    const url = `/admin/portfolio-check/person_without_association/${id}`;
    const body = { state: 'No building or apartment', reason: 'Moves in later' };
    await desk.api.call('PUT', url, body);
    await desk.api.call('DELETE', url);
    return { action: 'taken_back', record: `user ${id}`, name: 'back@example.com' };
  },
  'POST /api/auth/login': async ({ desk }) => {
    const email = 'login@example.com';
    const id = await insertUser(desk.api.db, { email, password_hash: `plain:${PASSWORD}` });
    await logIn(desk.api, { username: email, password: PASSWORD });
    const [actor, only] = [`person ${id} ${email}`, { what: 'signed_in' }];
    return { actor, action: 'signed_in', record: `user ${id}`, name: email, only };
  },
  'POST /api/auth/set-password': async ({ desk }) => {
    const email = 'first@example.com';
    const userId = await insertUser(desk.api.db, { email });
    const now = desk.time.now;
    const expiresAt = new Date(now.getTime() + 60_000);
    const link = { userId, kind: 'first_administrator', expiresAt } as const;
    const token = await createPasswordLink(desk.api.db, link, now);
    await callsOf(desk.api).call('POST', '/auth/set-password', { token, password: PASSWORD });
    const [actor, only] = [`link ${userId} ${email}`, { what: 'password_set' }];
    return { actor, action: 'password_set', record: `user ${userId}`, name: email, only };
  },
  'POST /api/invitations/accept': async ({ desk }) => {
    const email = 'guest@example.com';
    const { id } = await desk.invite({ email });
    const token = await desk.tokenFor(email);
    const before = await newestEntryId(desk.api);
    await desk.accept(token, NEWCOMER);
    const [entry] = await storedEntries(desk.api, before);
    expect(entry?.changes.map(({ what, record }) => `${what} ${record?.split(' ')[0]}`)).toEqual([
      'created user',
      'created association',
      'changed invitation',
    ]);
    return { actor: `link ${email}`, action: 'accepted', record: `invitation ${id}`, name: email };
  },
  'POST /api/invitations/accept/address': async ({ desk }) => {
    const user_id = await insertUser(desk.api.db, { email: null, first_name: 'Ada' });
    const body = { user_id, role: 'building_manager', condo_id: desk.condo };
    const { id } = await desk.api.read(invitationSchema, 'POST', '/admin/invite-user', body, 201);
    const path = '/admin/invitations/letters';
    const { letters } = await desk.api.read(lettersSchema, 'POST', path, { ids: [id] });
    const { read, call } = callsOf(desk.api);
    const code = must(letters[0], 'letter').code;
    const { token } = await read(acceptCodeAnswerSchema, 'POST', '/invitations/accept/code', {
      code,
    });
    const email = 'typed@example.com';
    await call('POST', '/invitations/accept/address', { token, email });
    const only = { what: 'changed', old: { email: null }, new: { email } };
    return { actor: 'link', action: 'changed', record: `invitation ${id}`, name: email, only };
  },
};
