import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { createApi } from '~/api/app.server';
import { createPasswordLink } from '~/api/auth/password-links.repo';
import { passkeys } from '~/api/db/account-schema';
import { users } from '~/api/db/schema';
import { enrolApp, enrolPasskey, RELYING_PARTY } from '../../support/factors';
import { createRequest, insertUser } from '../../support/api';
import { newestEntryId, storedEntries } from '../../support/history';
import { PASSWORD, anyText, change, inviteAdministrator, type RouteCase } from './route-case';

/** Routes of accounts, administrators, sign-ins and personal data, and of the portfolio check. */
export const ACCOUNT_CASES: Readonly<Record<string, RouteCase>> = {
  'PUT /api/admin/account': async (context) => {
    const { adminId } = context.desk.api;
    await context.desk.api.call('PUT', '/admin/account', { first_name: 'Ida', last_name: 'Admin' });
    const values = {
      old: { first_name: null, last_name: null },
      new: { first_name: 'Ida', last_name: 'Admin' },
    };
    const name = `Ida Admin (${context.adminEmail})`;
    context.admin = `administrator ${adminId} ${name}`;
    return {
      actor: context.admin,
      action: 'changed',
      changes: [change('changed', `user ${adminId}`, name, values)],
    };
  },
  'POST /api/admin/account/password': async ({ desk, admin }) => {
    const { adminId, db } = desk.api;
    await db.update(users).set({ password_hash: 'plain:old' }).where(eq(users.id, adminId));
    const body = { current_password: 'old', new_password: PASSWORD };
    await desk.api.call('POST', '/admin/account/password', body);
    return { actor: admin, action: 'password_set', record: `user ${adminId}` };
  },
  'POST /api/admin/account/factors/totp/confirmation': async ({ desk, admin }) => {
    const { adminId, token } = desk.api;
    await enrolApp(desk.api, token, desk.time.now);
    return { actor: admin, action: 'factors', record: `user ${adminId}` };
  },
  'POST /api/admin/account/factors/recovery-codes': async ({ desk, admin }) => {
    await desk.api.call('POST', '/admin/account/factors/recovery-codes');
    return { actor: admin, action: 'factors', record: `user ${desk.api.adminId}` };
  },
  'POST /api/admin/account/factors/passkeys': async ({ desk, admin }) => {
    const { adminId, deps, token } = desk.api;
    const settings = { ...deps.settings, relyingParty: RELYING_PARTY };
    await enrolPasskey(createApi({ ...deps, settings }), token);
    return { actor: admin, action: 'factors', record: `user ${adminId}` };
  },
  'DELETE /api/admin/account/factors/passkeys/{id}': async ({ desk, admin }) => {
    const { adminId, db } = desk.api;
    const [row] = await db.select({ id: passkeys.id }).from(passkeys);
    await desk.api.call('DELETE', `/admin/account/factors/passkeys/${row?.id}`);
    return { actor: admin, action: 'factors', record: `user ${adminId}` };
  },
  'DELETE /api/admin/account/factors/totp': async ({ desk, admin }) => {
    await desk.api.call('DELETE', '/admin/account/factors/totp');
    return { actor: admin, action: 'factors', record: `user ${desk.api.adminId}` };
  },
  'DELETE /api/admin/administrators/{id}': async ({ desk, admin }) => {
    const id = await insertUser(desk.api.db, { email: 'chief@example.com', is_superuser: true });
    await desk.api.call('DELETE', `/admin/administrators/${id}`);
    const values = { old: { is_superuser: true }, new: { is_superuser: false } };
    const changes = [change('changed', `user ${id}`, 'chief@example.com', values)];
    return { actor: admin, action: 'rights', record: `user ${id}`, changes };
  },
  'POST /api/admin/administrators/invitations': async ({ desk, admin }) => {
    const email = 'colleague@example.com';
    const id = await inviteAdministrator(desk, email);
    const record = `administrator_invitation ${id}`;
    const sent = { invited_by: desk.api.adminId, created_at: anyText, expires_at: anyText };
    const changes = [change('created', record, email, { new: { email, ...sent } })];
    return { actor: admin, action: 'invited', record, name: email, changes };
  },
  'DELETE /api/admin/administrators/invitations/{id}': async ({ desk, admin }) => {
    const email = 'not-after-all@example.com';
    const id = await inviteAdministrator(desk, email);
    await desk.api.call('DELETE', `/admin/administrators/invitations/${id}`);
    const record = `administrator_invitation ${id}`;
    return { actor: admin, action: 'deleted', record, name: email };
  },
  'DELETE /api/admin/personal-data/{id}': async ({ desk, admin }) => {
    const user = { email: 'past@example.com', is_active: false };
    const id = await insertUser(desk.api.db, user);
    await desk.api.call('DELETE', `/admin/personal-data/${id}`);
    const name = `Erased person #${id}`;
    const values = { old: { email: { erased: true } }, new: { email: { erased: true } } };
    const changes = [change('changed', `user ${id}`, name, values)];
    return { actor: admin, action: 'erased', record: `user ${id}`, name, changes };
  },
  'PUT /api/admin/portfolio-check/{kind}/{id}': async ({ desk, admin }) => {
    const id = await insertUser(desk.api.db, { email: 'aside@example.com' });
    const body = { state: 'No building or apartment', reason: 'Moves in later' };
    await desk.api.call('PUT', `/admin/portfolio-check/person_without_association/${id}`, body);
    return { actor: admin, action: 'set_aside', record: `user ${id}`, name: 'aside@example.com' };
  },
  'DELETE /api/admin/portfolio-check/{kind}/{id}': async ({ desk, admin }) => {
    const id = await insertUser(desk.api.db, { email: 'back@example.com' });
    const url = `/admin/portfolio-check/person_without_association/${id}`;
    const body = { state: 'No building or apartment', reason: 'Moves in later' };
    await desk.api.call('PUT', url, body);
    await desk.api.call('DELETE', url);
    return { actor: admin, action: 'taken_back', record: `user ${id}`, name: 'back@example.com' };
  },
  'POST /api/auth/login': async ({ desk }) => {
    const email = 'login@example.com';
    const id = await insertUser(desk.api.db, { email, password_hash: `plain:${PASSWORD}` });
    const body = { username: email, password: PASSWORD };
    await desk.api.fetch(createRequest('POST', '/auth/login', body));
    const changes = [change('signed_in', `user ${id}`, email, {})];
    return { actor: `person ${id} ${email}`, action: 'signed_in', record: `user ${id}`, changes };
  },
  'POST /api/auth/set-password': async ({ desk }) => {
    const email = 'first@example.com';
    const userId = await insertUser(desk.api.db, { email });
    const now = desk.time.now;
    const expiresAt = new Date(now.getTime() + 60_000);
    const link = { userId, kind: 'first_administrator', expiresAt } as const;
    const token = await createPasswordLink(desk.api.db, link, now);
    const body = { token, password: PASSWORD };
    await desk.api.fetch(createRequest('POST', '/auth/set-password', body));
    const changes = [change('password_set', `user ${userId}`, email, {})];
    return { actor: `link ${userId} ${email}`, action: 'password_set', changes };
  },
  'POST /api/invitations/accept': async ({ desk }) => {
    const email = 'guest@example.com';
    const { id } = await desk.invite({ email });
    const token = await desk.tokenFor(email);
    const before = await newestEntryId(desk.api);
    const body = { token, first_name: 'Gina', last_name: 'Guest', password: PASSWORD };
    await desk.api.fetch(createRequest('POST', '/invitations/accept', body));
    const [entry] = await storedEntries(desk.api, before);
    expect(entry?.changes.map(({ what, record }) => `${what} ${record?.split(' ')[0]}`)).toEqual([
      'created user',
      'created association',
      'changed invitation',
    ]);
    return { actor: `link ${email}`, action: 'accepted', record: `invitation ${id}`, name: email };
  },
};
