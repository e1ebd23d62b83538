import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureAdministrator } from '~/api/auth/first-administrator';
import { createPasswords } from '~/api/auth/passwords';
import { sessions, users } from '~/api/db/schema';
import { createPlainPasswords, signInAs } from '../support/api';
import { createTestDatabase, type TestDatabase } from '../support/database';

const passwords = createPlainPasswords();
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const listUsers = () => database.db.select().from(users);

it('makes one with the password of the settings, once', async () => {
  const wanted = { email: 'root@example.com', password: 'chosen' };
  expect(await ensureAdministrator(database.db, passwords, wanted)).toEqual({
    generatedPassword: null,
  });
  await ensureAdministrator(database.db, passwords, { email: 'other@example.com', password: 'x' });
  expect(await listUsers()).toMatchObject([
    { email: 'root@example.com', is_superuser: true, password_hash: 'plain:chosen' },
  ]);
});

it('makes up a password when the settings have none, and says it once', async () => {
  const wanted = { email: 'root@example.com', password: undefined };
  const { generatedPassword } = await ensureAdministrator(database.db, passwords, wanted);
  expect(generatedPassword).toMatch(/^[\w-]{20}$/);
  expect(await listUsers()).toMatchObject([{ password_hash: `plain:${generatedPassword}` }]);
  expect(await ensureAdministrator(database.db, passwords, wanted)).toEqual({
    generatedPassword: null,
  });
});

it('makes one when several processes start at once', async () => {
  const wanted = { email: 'root@example.com', password: undefined };
  const results = await Promise.all(
    Array.from({ length: 4 }, () => ensureAdministrator(database.db, passwords, wanted)),
  );
  expect(results.filter((result) => result.generatedPassword !== null)).toHaveLength(1);
  expect(await listUsers()).toHaveLength(1);
});

it('promotes an account that has the address already; its password is new, so its tokens end', async () => {
  const { userId: id } = await signInAs(database.db, {
    email: 'Root@Example.com',
    is_active: false,
  });
  await ensureAdministrator(database.db, passwords, { email: 'root@example.com', password: 'p' });
  const [user] = await database.db.select().from(users).where(eq(users.id, id));
  expect(user).toMatchObject({ is_superuser: true, is_active: true, password_hash: 'plain:p' });
  expect(await listUsers()).toHaveLength(1);
  expect(await database.db.select().from(sessions)).toEqual([]);
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
