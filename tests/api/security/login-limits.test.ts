/* oxlint-disable vitest/no-conditional-expect -- in the middle of the count */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from '~/api/app.server';
import { createFileMediaStore } from '~/api/media/file-media-store';
import { apiErrorSchema } from '~/contract/error';
import {
  createPlainPasswords,
  createRequest,
  createTestApi,
  insertUser,
  type TestApi,
} from '../../support/api';
import { silentLog } from '../../support/silent-log';

const passwords = createPlainPasswords();
let api: TestApi;
let otherProcess: ReturnType<typeof createApi>;

beforeAll(async () => {
  api = await createTestApi({ passwords });
  // All that two processes share is the database.
  otherProcess = createApi({
    db: api.db,
    media: createFileMediaStore(api.mediaFolder),
    passwords,
    clock: () => new Date(),
    log: silentLog,
    settings: { publicUrl: 'http://panel.test' },
    notifyMailWorker: () => undefined,
  });
  const password_hash = await passwords.hash('right');
  for (const email of ['ada@example.com', 'ben@example.com']) {
    await insertUser(api.db, { email, password_hash });
  }
});
afterAll(() => api.close());

function login(
  process: Pick<TestApi, 'fetch'>,
  username: string,
  password: string,
  address: string,
) {
  return process.fetch(createRequest('POST', '/auth/login', { username, password }), { address });
}

async function expectClosed(response: Response, words: RegExp) {
  expect(response.status).toBe(429);
  const seconds = Number(response.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(800);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(apiErrorSchema.parse(await response.json()).detail).toMatch(words);
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

it('one address may not try its luck on many accounts; the same accounts are open from elsewhere', async () => {
  for (let count = 0; count < 100; count += 1) {
    const process = count % 2 === 0 ? api : otherProcess;
    const { status } = await login(process, `user${count}@example.com`, 'Summer2026', '192.0.2.3');
    expect(status).toBe(401);
  }
  const closed = await login(otherProcess, 'ben@example.com', 'right', '192.0.2.3');
  await expectClosed(closed, /your network/);
  expect((await login(api, 'ben@example.com', 'right', '192.0.2.4')).status).toBe(200);
});

it('signing in to an account of one’s own does not clear what an address did to others', async () => {
  for (let count = 0; count < 100; count += 1) {
    const { status } = await login(api, `user${count}@example.com`, 'Summer2026', '192.0.2.5');
    expect(status).toBe(401);
    if (count === 50) {
      expect((await login(api, 'ben@example.com', 'right', '192.0.2.5')).status).toBe(200);
    }
  }
  await expectClosed(await login(api, 'ben@example.com', 'right', '192.0.2.5'), /your network/);
});

it('a right guess that was on the way when the account was closed is refused too', async () => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const { promise: underWay, resolve: arrive } = Promise.withResolvers<void>();
  const slow = await createTestApi({
    passwords: {
      ...passwords,
      async verify(hash, password) {
        if (password === 'right') {
          arrive();
          await closed;
        }
        return passwords.verify(hash, password);
      },
    },
  });
  try {
    const password_hash = await passwords.hash('right');
    await insertUser(slow.db, { email: 'cleo@example.com', password_hash });
    const guess = login(slow, 'cleo@example.com', 'right', '192.0.2.6');
    await underWay;
    for (let count = 0; count < 10; count += 1) {
      expect((await login(slow, 'cleo@example.com', 'wrong', '192.0.2.6')).status).toBe(401);
    }
    close();
    await expectClosed(await guess, /minutes/);
  } finally {
    await slow.close();
  }
});
