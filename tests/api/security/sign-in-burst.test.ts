import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createPasswords } from '~/accounts/server/passwords';
import { insertUser, logIn, refusalOf, apiPerFile } from '../../support/api';
import { must } from '../../support/must';

const BURST = 400;
const IMAGE_NAME = `${'a'.repeat(32)}.webp`;
const passwords = createPasswords();
const api = apiPerFile({ passwords });
beforeAll(async () => {
  const password_hash = await passwords.hash('right');
  await insertUser(api.db, { email: 'anna@example.com', password_hash });
  await writeFile(join(api.mediaFolder, IMAGE_NAME), 'x');
});

const login = (username: string, password: string, address: string) =>
  logIn(api, { username, password }, address);

async function millisecondsOf(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/** What an administrator at work does: a call to the database and a file from the disk. */
async function work(): Promise<void> {
  const answers = await Promise.all([
    api.call('GET', '/admin/dashboard-stats'),
    api.call('GET', `/media/${IMAGE_NAME}`),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
}

it.each([
  ['one address', () => '192.0.2.1'],
  ['many addresses', (index: number) => `198.51.100.${index % 250}`],
])('a burst of sign-ins from %s does not hold up an administrator', async (_case, addressOf) => {
  await work();
  const oneHash = await millisecondsOf(() => passwords.verify(null, 'guess'));
  const state = { done: false };
  const burst = Promise.all(
    Array.from({ length: BURST }, (_, index) =>
      login(`user${index}@example.com`, 'guess', addressOf(index)),
    ),
  ).finally(() => {
    state.done = true;
  });
  let longest = 0;
  while (!state.done) longest = Math.max(longest, await millisecondsOf(work));
  const answers = await burst;
  const rejected = answers.filter((answer) => answer.status === 429);
  expect(rejected.length).toBeGreaterThan(BURST / 2);
  expect(answers.map((answer) => answer.status)).toContain(401);
  // A fraction of what the burst's hashes cost: where all of them wait in one queue, it takes a quarter to a half.
  expect(longest).toBeLessThan((BURST * oneHash) / 20);
});

it('one address takes a quarter of the places that wait; past them it is told when to come back', async () => {
  const burst = Array.from({ length: 60 }, (_, index) =>
    login(`other${index}@example.com`, 'guess', `2001:db8:0:${index.toString(16)}::1`),
  );
  const other = await login('anna@example.com', 'right', '192.0.2.77');
  expect(other.status).toBe(200);
  const answers = await Promise.all(burst);
  const rejected = answers.filter((answer) => answer.status === 429);
  // Two at work and 25 waiting of the /56.
  expect(rejected).toHaveLength(60 - 27);
  const first = must(rejected[0], 'rejected one');
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refusalOf(first)).toMatch(/^429 Too many sign-ins at once/);
  expect((await login('anna@example.com', 'right', '2001:db8::2')).status).toBe(200);
});
