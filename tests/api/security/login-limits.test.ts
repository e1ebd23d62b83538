/* oxlint-disable vitest/no-conditional-expect -- in the middle of the count */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import {
  countAttempt,
  uncountAttempt,
  type AttemptCounter,
} from '~/accounts/server/attempt-limits';
import { createDb, createPool } from '~/platform/database/pool.server';
import { migrateDatabase } from '~/platform/database/migrate.server';
import { rateLimits } from '~/platform/database/schema/account';
import {
  apiDeps,
  createPlainPasswords,
  createTestApi,
  errorOf,
  insertUser,
  logIn,
  rejectionOf,
  type TestApi,
  apiPerFile,
} from '../../support/api';
import { silentLog } from '../../support/silent-log';
import { must } from '../../support/must';
import { forThisTest } from '../../support/opened';

const passwords = createPlainPasswords();
const api = apiPerFile({ passwords });
let otherProcess: ReturnType<typeof createApi>;

beforeAll(async () => {
  // All that two processes share is the database.
  otherProcess = createApi(otherProcessDeps());
  const password_hash = await passwords.hash('right');
  for (const email of ['ada@example.com', 'ben@example.com']) {
    await insertUser(api.db, { email, password_hash });
  }
});

const otherProcessDeps = () => ({ ...apiDeps(api.db, api.mediaFolder), passwords });

type Server = Pick<TestApi, 'fetch'>;

const login = (server: Server, username: string, password: string, address: string) =>
  logIn(server, { username, password }, address);

async function expectClosed(response: Response, words: RegExp) {
  expect(response.status).toBe(429);
  const seconds = Number(response.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(800);
  expect(seconds).toBeLessThanOrEqual(900);
  expect((await errorOf(response)).detail).toMatch(words);
}

it('two processes count failures together; the owner signs in from elsewhere', async () => {
  for (let count = 0; count < 5; count += 1) {
    for (const process of [api, otherProcess]) {
      expect((await login(process, 'ada@example.com', 'wrong', '192.0.2.1')).status).toBe(401);
    }
  }
  for (const process of [api, otherProcess]) {
    await expectClosed(await login(process, 'ada@example.com', 'right', '192.0.2.1'), /minutes/);
    expect((await login(process, 'ada@example.com', 'right', '192.0.2.2')).status).toBe(200);
  }
});

it('one address cannot guess at many accounts, nor with its own account among them; other addresses are not affected', async () => {
  for (let count = 0; count < 100; count += 1) {
    const process = count % 2 === 0 ? api : otherProcess;
    const { status } = await login(process, `user${count}@example.com`, 'Summer2026', '192.0.2.3');
    expect(status).toBe(401);
    if (count === 50) {
      expect((await login(api, 'ben@example.com', 'right', '192.0.2.3')).status).toBe(200);
    }
  }
  const closed = await login(otherProcess, 'ben@example.com', 'right', '192.0.2.3');
  await expectClosed(closed, /your network/);
  expect((await login(api, 'ben@example.com', 'right', '192.0.2.4')).status).toBe(200);
});

it('a rejected sign-in leaves no counter behind, whatever names it makes up', async () => {
  const address = '192.0.2.201';
  for (let count = 0; count < 100; count += 1) {
    await login(api, `known${count}@example.com`, 'wrong', address);
  }
  const before = await api.db.$count(rateLimits);
  for (let count = 0; count < 20; count += 1) {
    expect((await login(api, `made-up${count}@example.com`, 'wrong', address)).status).toBe(429);
  }
  expect(await api.db.$count(rateLimits)).toBe(before);
});

it('a guess is counted before its password is looked at: the eleventh is rejected while the tenth is in progress', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: underWay, resolve: arrive } = Promise.withResolvers<void>();
  const verify: typeof passwords.verify = async (hash, password) => {
    if (password === 'the tenth') {
      arrive();
      await opened;
    }
    return passwords.verify(hash, password);
  };
  const held = await forThisTest(createTestApi({ passwords: { ...passwords, verify } }));
  onTestFinished(() => open());
  const guess = (password: string) => login(held, 'cleo@example.com', password, '192.0.2.6');
  await insertUser(held.db, { email: 'cleo@example.com', password_hash: 'plain:right' });
  for (let count = 0; count < 9; count += 1) expect((await guess('wrong')).status).toBe(401);
  const tenth = guess('the tenth');
  await underWay;
  passwords.calls.length = 0;
  await expectClosed(await guess('right'), /minutes/);
  expect(passwords.calls).toEqual([]);
  open();
  expect((await tenth).status).toBe(401);
});

/**
 * Makes eleven wrong guesses. Returns for each whether the answer has Retry-After, with its status and
 * text.
 */
async function tryEleven(username: string, address: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let count = 0; count < 11; count += 1) {
    const response = await login(api, username, 'wrong', address);
    answers.push([response.headers.has('retry-after'), await rejectionOf(response)]);
  }
  return answers;
}

it('names that do not exist are limited like those that do', async () => {
  const known = await tryEleven('ada@example.com', '192.0.2.10');
  expect(known.at(-1)).toEqual([true, expect.stringMatching(/^429 .*minutes/)]);
  expect(await tryEleven('nobody@example.com', '192.0.2.10')).toEqual(known);
});

it('a right password gives its point back only once there is a session', async () => {
  const broken = await forThisTest(createTestApi({ passwords }));
  const signIn = () => login(broken, 'dora@example.com', 'right', '192.0.2.7');
  await insertUser(broken.db, { email: 'dora@example.com', password_hash: 'plain:right' });
  await broken.db.execute(sql`alter table sessions add constraint broken check (false) not valid`);
  for (let count = 0; count < 10; count += 1) expect((await signIn()).status).toBe(500);
  await broken.db.execute(sql`alter table sessions drop constraint broken`);
  await expectClosed(await signIn(), /minutes/);
});

it('neither successful sign-ins nor rejections for an account cost a point of the address', async () => {
  for (let count = 0; count < 101; count += 1) {
    expect((await login(api, 'ben@example.com', 'right', '192.0.2.8')).status).toBe(200);
  }
  for (let count = 0; count < 111; count += 1) {
    const { status } = await login(api, 'ada@example.com', 'wrong', '192.0.2.8');
    expect(status).toBe(count < 10 ? 401 : 429);
  }
  expect((await login(api, 'ben@example.com', 'right', '192.0.2.8')).status).toBe(200);
});

it('a limit ends with its window; points of an earlier window are not taken from a later one', async () => {
  const counter: AttemptCounter = {
    limit: { name: 'test', attempts: 2, windowSeconds: 60, message: 'wrong_codes' },
    account: 'eve@example.com',
    network: '',
  };
  const endWindow = () => api.db.update(rateLimits).set({ expires_at: sql`now()` });
  const early = await countAttempt(api.db, [counter]);
  await countAttempt(api.db, [counter]);
  await expect(countAttempt(api.db, [counter])).rejects.toMatchObject({
    status: 429,
    message: 'Too many wrong codes. Try again in 1 minute.',
  });
  await endWindow();
  await countAttempt(api.db, [counter]);
  await uncountAttempt(api.db, early);
  await countAttempt(api.db, [counter]);
  await expect(countAttempt(api.db, [counter])).rejects.toMatchObject({ status: 429 });
});

describe('one client is one client', () => {
  it('all addresses of a /64 count as one for an account, of a /56 for all accounts', async () => {
    for (let count = 0; count < 10; count += 1) {
      const { status } = await login(api, 'ada@example.com', 'wrong', `2001:db8:1:200::${count}`);
      expect(status).toBe(401);
    }
    const again = await login(api, 'ada@example.com', 'right', '2001:db8:1:200:ffff::1');
    await expectClosed(again, /minutes/);
    expect((await login(api, 'ada@example.com', 'right', '2001:db8:1:201::1')).status).toBe(200);
    for (let count = 0; count < 90; count += 1) {
      const address = `2001:db8:1:2${count.toString(16).padStart(2, '0')}::1`;
      const { status } = await login(api, `user${count}@example.com`, 'Summer2026', address);
      expect(status).toBe(401);
    }
    const neighbour = await login(api, 'ben@example.com', 'right', '2001:db8:1:2ff::1');
    await expectClosed(neighbour, /your network/);
    expect((await login(api, 'ben@example.com', 'right', '2001:db8:1:300::1')).status).toBe(200);
  });

  it('one account has one counter, whatever the database takes for lower case', async () => {
    const name = `test_${Date.now()}_lower`;
    const locale = `encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'`;
    await api.db.execute(sql.raw(`create database ${name} template template0 ${locale}`));
    const pool = createPool({ ...api.database.connection, database: name }, { log: silentLog });
    try {
      await migrateDatabase(pool);
      const db = createDb(pool);
      const here = createApi({ ...otherProcessDeps(), db });
      await insertUser(db, { email: 'iris@example.com', password_hash: 'plain:right' });
      // To JavaScript the second one is another word, to this database it is the same.
      const spellings = ['iris@example.com', '\u0130ris@example.com'];
      for (const username of spellings) {
        expect((await login(here, username, 'right', '192.0.2.11')).status).toBe(200);
      }
      for (let count = 0; count < 10; count += 1) {
        const username = must(spellings[count % 2], 'spelling');
        expect((await login(here, username, 'wrong', '192.0.2.11')).status).toBe(401);
      }
      for (const username of spellings) {
        expect((await login(here, username, 'right', '192.0.2.11')).status).toBe(429);
      }
    } finally {
      await pool.end();
      await api.db.execute(sql.raw(`drop database ${name}`));
    }
  });
});
