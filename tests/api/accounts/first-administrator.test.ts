import { beforeEach, describe, expect, it } from 'vitest';
import { ensureAdministrator } from '~/accounts/server/first-administrator';
import { createPasswords } from '~/accounts/server/passwords';
import { passwordLinks, sessions } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { SettingsError } from '~/platform/settings.server';
import { createPlainPasswords, insertUser, signInAs } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { silentLog } from '../../support/silent-log';
import { perTest } from '../../support/opened';

const passwords = createPlainPasswords();
const GOOD = 'four words make one';
const START = new Date('2026-11-21T10:00:00Z');
const HOUR_MS = 60 * 60_000;

const database = perTest(createTestDatabase);
let printed: string[];
let warnings: string[];
beforeEach(() => {
  printed = [];
  warnings = [];
});

/** A start of the server, `hours` after the first one. */
function start(password?: string, { email = 'root@example.com', hours = 0 } = {}): Promise<void> {
  return ensureAdministrator(
    {
      db: database.db,
      passwords,
      log: { ...silentLog, warn: (_data, message) => warnings.push(message) },
      now: new Date(START.getTime() + hours * HOUR_MS),
      print: (text) => printed.push(text),
    },
    {
      adminEmail: email,
      adminPassword: password,
      publicUrl: 'https://panel.test',
      provider: undefined,
    },
  );
}

const listUsers = () => database.db.select().from(users);
const listLinks = () => database.db.select().from(passwordLinks);

describe('with a password in the settings', () => {
  it('makes one with it, once, and prints nothing', async () => {
    await start(GOOD);
    await start('another one of four words', { email: 'other@example.com' });
    expect(await listUsers()).toMatchObject([
      { email: 'root@example.com', is_superuser: true, password_hash: `plain:${GOOD}` },
    ]);
    expect([printed, warnings, await listLinks()]).toEqual([[], [], []]);
  });

  it.each([
    ['short', 'Password must be at least 12 characters'],
    ['password1234', 'This password is too common'],
    ['Condo-Admin-1', 'This password is too common'],
    ['ROOT@example.com', 'This password is too common'],
  ])('does not start with %s, and makes nobody', async (password, reason) => {
    const starting = start(password);
    await expect(starting).rejects.toThrow(SettingsError);
    await expect(starting).rejects.toThrow(`Wrong settings: ADMIN_PASSWORD: ${reason}`);
    expect(await listUsers()).toEqual([]);
  });

  it('warns of a weak one that is not used, without saying it', async () => {
    await start(GOOD);
    await start('weak');
    expect(warnings).toEqual([
      'ADMIN_PASSWORD is too weak: Password must be at least 12 characters. It is not used, as there is an administrator: remove it',
    ]);
    expect(await listUsers()).toMatchObject([{ password_hash: `plain:${GOOD}` }]);
  });

  it('promotes an account that has the address already; its password is new, so its tokens end', async () => {
    const { userId: id } = await signInAs(database.db, {
      email: 'Root@Example.com',
      is_active: false,
    });
    await start(GOOD);
    const rights = { is_superuser: true, is_active: true };
    expect(await listUsers()).toMatchObject([{ id, ...rights, password_hash: `plain:${GOOD}` }]);
    expect(await database.db.select().from(sessions)).toEqual([]);
  });

  it('takes the place of a link that nobody has used', async () => {
    await start();
    await start(GOOD);
    expect(await listUsers()).toMatchObject([{ password_hash: `plain:${GOOD}` }]);
    expect(await listLinks()).toEqual([]);
  });
});

describe('without one', () => {
  it('makes one without a password and prints a link to set it, which is stored as a hash alone', async () => {
    await start();
    expect(await listUsers()).toMatchObject([
      { email: 'root@example.com', is_superuser: true, is_active: true, password_hash: null },
    ]);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(/Email: root@example\.com\n +Link: {2}https:\/\/panel\.test/);
    const token = /\/set-password\?token=([\w-]{43})\n/.exec(printed.join())?.[1];
    const links = await listLinks();
    expect(links).toMatchObject([
      { kind: 'first_administrator', expires_at: new Date(START.getTime() + 24 * HOUR_MS) },
    ]);
    expect(token).toBeDefined();
    expect(JSON.stringify(links)).not.toContain(token);
  });

  it('prints no second link while the first one is good, and a new one when it is over', async () => {
    await start();
    await start(undefined, { hours: 23 });
    expect(printed).toHaveLength(1);
    expect(warnings).toEqual([
      "The first administrator's link, printed earlier, is good until 2026-11-22T10:00:00.000Z",
    ]);
    await start(undefined, { hours: 24 });
    expect(printed).toHaveLength(2);
    await database.db.update(passwordLinks).set({ used_at: START });
    await start(undefined, { hours: 25 });
    expect(printed).toHaveLength(3);
    expect(new Set(printed).size).toBe(3);
    expect(await listUsers()).toHaveLength(1);
  });

  it('prints none once there is an administrator with a password', async () => {
    await insertUser(database.db, { is_superuser: true, password_hash: 'plain:x' });
    await start();
    expect([printed, await listLinks()]).toEqual([[], []]);
    expect(await listUsers()).toHaveLength(1);
  });

  it('takes the password of an account that becomes the administrator', async () => {
    await signInAs(database.db, { email: 'root@example.com', password_hash: 'plain:a renter' });
    await start();
    expect(await listUsers()).toMatchObject([{ is_superuser: true, password_hash: null }]);
    expect(await database.db.select().from(sessions)).toEqual([]);
  });

  it('makes one, and one link, when several processes start at once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => start()));
    expect(printed).toHaveLength(1);
    expect(await listUsers()).toHaveLength(1);
    expect(await listLinks()).toHaveLength(1);
  });
});

it('hashes with argon2id', async () => {
  const real = createPasswords();
  const hash = await real.hash('pässword');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await real.verify(hash, 'pa\u0308ssword')).toBe(true);
  expect(await real.verify(hash, 'password')).toBe(false);
  expect(await real.verify(null, 'pässword')).toBe(false);
  expect(await real.verify('garbage', 'pässword')).toBe(false);
  expect(await real.hash('pässword')).not.toBe(hash);
});
