import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '~/platform/database/schema/records';
import { runForRequest } from '~/platform/request-context.server';
import { storedEntries } from '../../support/history';
import { openInvitationDesk } from '../../support/invitation-desk';
import { mountedRoutes } from '../../support/mounted-routes';
import { must } from '../../support/must';
import { ACCOUNT_CASES } from './account-cases';
import { RECORD_CASES } from './record-cases';
import { entryOf, PASSWORD, type RouteContext } from './route-case';

let context: RouteContext;
beforeAll(async () => {
  const desk = await openInvitationDesk();
  const { adminId, db } = desk.api;
  const [row] = await db.select().from(users).where(eq(users.id, adminId));
  const email = must(must(row, 'administrator').email, 'e-mail');
  context = { desk, admin: `administrator ${adminId} ${email}`, adminEmail: email };
});
afterAll(() => context.desk.close());

const CASES = { ...RECORD_CASES, ...ACCOUNT_CASES };

/**
 * Routes that change no record: they read a file, stop an import that is rolled back, ask for the
 * password again, end the caller's own sessions, request a mail, save views of lists, or make and
 * reject proposals.
 */
const CHANGE_NOTHING = [
  'POST /api/admin/bulk-validate',
  'POST /api/admin/bulk-review',
  'DELETE /api/admin/bulk-imports/progress/{key}',
  'POST /api/auth/logout',
  'POST /api/admin/account/reauthentication',
  'POST /api/admin/account/reauthentication/provider/start',
  'POST /api/admin/account/reauthentication/provider',
  'POST /api/admin/account/reauthentication/provider/passkey-options',
  'POST /api/invitations/accept/start',
  'POST /api/invitations/accept/code',
  'POST /api/admin/account/factors/totp',
  'POST /api/admin/account/factors/passkeys/options',
  'POST /api/auth/passkey-options',
  'POST /api/auth/provider/passkey-options',
  'DELETE /api/admin/account/sessions',
  'DELETE /api/admin/account/sessions/{id}',
  'POST /api/auth/forgot-password',
  'POST /api/admin/saved-views',
  'PUT /api/admin/saved-views/{id}',
  'DELETE /api/admin/saved-views/{id}',
  'POST /api/admin/proposals',
  'POST /api/admin/proposals/{id}/reject',
];

/**
 * Routes whose entries other files test: accounts/provider.test.ts, which has a provider, and
 * accounts/api-tokens.test.ts.
 */
const ELSEWHERE = [
  'POST /api/auth/provider/start',
  'POST /api/auth/provider',
  'POST /api/admin/account/identities/start',
  'POST /api/admin/account/identities',
  'DELETE /api/admin/account/identities/{id}',
  'POST /api/admin/account/api-tokens',
  'DELETE /api/admin/account/api-tokens/{id}',
];

it('knows every route that can change something', () => {
  const mounted = mountedRoutes(context.desk.api.deps).filter((route) => !route.startsWith('GET '));
  expect([...Object.keys(CASES), ...CHANGE_NOTHING, ...ELSEWHERE].toSorted()).toEqual(
    mounted.toSorted(),
  );
});

it.each(Object.entries(CASES))('%s leaves its entry', async (route, run) => {
  const request_id = `request of ${route}`;
  const expected = entryOf(await runForRequest(request_id, () => run(context)));
  const entry = (await storedEntries(context.desk.api)).at(-1);
  expect(entry).toMatchObject({ request_id, actor: context.admin, ...expected });
});

it('holds no password, token or hash', async () => {
  const text = JSON.stringify(await storedEntries(context.desk.api));
  expect(text).toContain('password_set');
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toMatch(/password_hash|token|last_login|mail_detail|search/);
});
