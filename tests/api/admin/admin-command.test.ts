import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import {
  passkeys,
  passwordLinks,
  recoveryCodes,
  sessions,
} from '~/platform/database/schema/account';
import { migrateDatabase } from '~/platform/database/migrate.server';
import { users } from '~/platform/database/schema/records';
import { runAdmin } from '../../../tools/admin/cli';
import { apiPerFile, callsOf, insertUser, logIn, signInAs } from '../../support/api';
import { enrolApp, enrolPasskey, RELYING_PARTY } from '../../support/factors';
import { storedEntries } from '../../support/history';
import { createTestDatabase, urlOf } from '../../support/database';
import { must } from '../../support/must';
import { ROOT } from '../../support/production-process';
import { forThisTest, temporaryFolder } from '../../support/opened';

const PASSWORD = 'four words make one';

// The API runs while the command works on its database.
const api = apiPerFile();
const folder = temporaryFolder();

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: urlOf(api.database),
    PUBLIC_URL: 'https://panel.example',
  };
  await runAdmin(args, env, (text) => lines.push(text));
  return lines.join('\n');
}

function tokenIn(output: string, page: string): string {
  return must(output.split(`https://panel.example${page}?token=`)[1], 'link').trim();
}

const { call } = callsOf(api);

const newestEntry = async () => (await storedEntries(api)).at(-1);

/** The history's entry of a command for this account. */
const entryOf = (action: string, userId: number) => ({
  actor: 'command npm run admin',
  action,
  record: `user ${userId}`,
});

it('lists the administrators', async () => {
  await insertUser(api.db, { email: 'ada@example.com', first_name: 'Ada', is_superuser: true });
  await insertUser(api.db, { email: 'renter@example.com' });
  const output = await run('list');
  expect(output).toContain('ada@example.com  Ada  last login: never');
  expect(output).not.toContain('renter');
});

it('prints a name without what a terminal would obey', async () => {
  const first_name = 'Eve\u001B]52;c;cm0=\u0007';
  await insertUser(api.db, { email: 'eve@example.com', first_name, is_superuser: true });
  expect(await run('list')).toContain('eve@example.com  Eve?]52;c;cm0=?  last login: never');
});

it('invites by a link, again and again, and not who is one already', async () => {
  const first = tokenIn(await run('invite', 'new@example.com'), '/invitations/accept');
  const token = tokenIn(await run('invite', 'New@example.com'), '/invitations/accept');
  expect(token).not.toBe(first);
  const person = { first_name: 'Anna', last_name: 'Muster', password: PASSWORD };
  expect((await call('POST', '/invitations/accept', { token, ...person })).status).toBe(204);
  const [row] = await api.db.select().from(users).where(eq(users.email, 'new@example.com'));
  expect(row?.is_superuser).toBe(true);
  const entries = (await storedEntries(api)).filter(({ actor }) => actor.startsWith('command'));
  const actor = 'command npm run admin';
  expect(entries).toMatchObject([
    { actor, action: 'invited', name: 'new@example.com' },
    { actor, action: 'resent', name: 'new@example.com' },
  ]);
  await expect(run('invite', 'new@example.com')).rejects.toThrow('administrator already');
  await expect(run('invite', 'nobody')).rejects.toThrow('no e-mail address');
});

it('prints a link that sets a password, and stores its hash alone', async () => {
  const { userId, token: session } = await signInAs(api.db, { email: 'lost@example.com' });
  const token = tokenIn(await run('reset-password', 'LOST@example.com'), '/set-password');
  const stored = await api.db.select().from(passwordLinks).where(eq(passwordLinks.user_id, userId));
  expect(stored).toMatchObject([{ kind: 'command' }]);
  expect(JSON.stringify(stored)).not.toContain(token);
  const set = await call('POST', '/auth/set-password', { token, password: PASSWORD });
  expect(set.status).toBe(204);
  expect((await api.as(session).call('GET', '/admin/users')).status).toBe(401);
  await expect(run('reset-password', 'nobody@example.com')).rejects.toThrow('no active account');
});

it('signs someone out', async () => {
  const { userId } = await signInAs(api.db, { email: 'out@example.com', is_superuser: true });
  expect(await run('sign-out', 'out@example.com')).toContain('have ended');
  expect(await api.db.$count(sessions, eq(sessions.user_id, userId))).toBe(0);
});

it('what it does to an account is in the history, whatever the command', async () => {
  const email = 'seen@example.com';
  const { userId } = await signInAs(api.db, { email, is_superuser: true });
  for (const [command, action] of [
    ['sign-out', 'signed_out'],
    ['reset-password', 'password_link'],
  ] as const) {
    await run(command, email);
    expect(await newestEntry()).toMatchObject(entryOf(action, userId));
  }
});

it('removes the second factor, and says so in the history', async () => {
  const email = 'phone@example.com';
  const password_hash = `plain:${PASSWORD}`;
  const { userId, token } = await signInAs(api.db, { email, is_superuser: true, password_hash });
  await enrolApp(api, token, new Date());
  const settings = { ...api.deps.settings, relyingParty: RELYING_PARTY };
  await enrolPasskey(createApi({ ...api.deps, settings }), token);
  const login = () => logIn(api, { username: email, password: PASSWORD });
  expect((await login()).status).toBe(401);
  expect(await run('remove-factor', email)).toContain('no second factor any more');
  expect(await newestEntry()).toMatchObject(entryOf('factors', userId));
  expect((await login()).status).toBe(200);
  expect(await api.db.$count(recoveryCodes)).toBe(0);
  expect(await api.db.$count(passkeys)).toBe(0);
  expect(await run('remove-factor', email)).toContain('has no second factor.');
});

it.each([[], ['list', 'x'], ['invite'], ['unknown', 'a@example.com'], ['sign-out', 'a', 'b']])(
  'explains itself for %j %j %j',
  async (...args) => {
    await expect(run(...args)).rejects.toThrow('Usage: npm run admin');
  },
);

it('says in words, and by its exit code, that the database is of a newer release', async () => {
  const newer = await forThisTest(createTestDatabase());
  await migrateDatabase(newer.pool);
  await newer.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('new', 4102444800000)",
  );
  const script = join(ROOT, 'scripts', 'tool.mjs');
  const { status, stderr } = spawnSync(
    process.execPath,
    [script, 'admin/admin-command.ts', 'list'],
    {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: urlOf(newer) },
      encoding: 'utf8',
    },
  );
  expect(stderr).toMatch(/^The database is of a newer release: .* Nothing was changed\.\n$/);
  expect(status).toBe(70);
});

it('makes no database where there is none: its links would open nothing', async () => {
  const env = { DATA_DIR: join(folder, 'none') };
  await expect(runAdmin(['invite', 'new@example.com'], env, () => undefined)).rejects.toThrow(
    'There is no database in ',
  );
  expect(await readdir(folder)).toEqual([]);
});
