import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createPasswords, deriveArgon2 } from '~/accounts/server/passwords';
import { insertUser, logIn, rejectionOf, apiPerFile } from '../../support/api';
import { must } from '../../support/must';

const BURST = 400;
const IMAGE_NAME = `${'a'.repeat(32)}.webp`;

/** Counts the hashes at work, and holds them back while a test asks for it. */
const hashing = { now: 0, most: 0, held: Promise.resolve() };
const passwords = createPasswords(async (password, parameters) => {
  hashing.now += 1;
  hashing.most = Math.max(hashing.most, hashing.now);
  try {
    await hashing.held;
    return await deriveArgon2(password, parameters);
  } finally {
    hashing.now -= 1;
  }
});
/** @returns what lets the hashes go that begin from now on */
function holdHashes(): () => void {
  const gate = Promise.withResolvers<undefined>();
  hashing.held = gate.promise;
  hashing.most = 0;
  return () => gate.resolve(undefined);
}

const api = apiPerFile({ passwords });
beforeAll(async () => {
  const password_hash = await passwords.hash('right');
  await insertUser(api.db, { email: 'anna@example.com', password_hash });
  await writeFile(join(api.mediaFolder, IMAGE_NAME), 'x');
});

const login = (username: string, password: string, address: string) =>
  logIn(api, { username, password }, address);

/** An administrator's ordinary work: one call that reads the database and one that reads a file. */
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
  const release = holdHashes();
  const burst = Array.from({ length: BURST }, (_, index) =>
    login(`user${index}@example.com`, 'guess', addressOf(index)),
  );
  await expect.poll(() => hashing.now).toBe(2);
  // Not one hash of the burst ends before this does: what waited for them would wait forever.
  await work();
  release();
  while (hashing.now > 0) await work();
  const answers = await Promise.all(burst);
  const rejected = answers.filter((answer) => answer.status === 429);
  expect(rejected.length).toBeGreaterThan(BURST / 2);
  expect(answers.map((answer) => answer.status)).toContain(401);
  // Node has four threads for hashes, files and names: half of them stay free for everybody else.
  expect(hashing.most).toBe(2);
});

it('one address takes a quarter of the places that wait; past them it is told when to come back', async () => {
  const release = holdHashes();
  let rejected = 0;
  const burst = Array.from({ length: 60 }, async (_, index) => {
    const address = `2001:db8:0:${index.toString(16)}::1`;
    const answer = await login(`other${index}@example.com`, 'guess', address);
    if (answer.status === 429) rejected += 1;
    return answer;
  });
  const other = login('anna@example.com', 'right', '192.0.2.77');
  // Two at work and 25 waiting of the /56; the other address waits behind them.
  await expect.poll(() => rejected).toBe(60 - 27);
  release();
  expect((await other).status).toBe(200);
  const answers = await Promise.all(burst);
  expect(rejected).toBe(60 - 27);
  const first = must(
    answers.find((answer) => answer.status === 429),
    'rejected one',
  );
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await rejectionOf(first)).toMatch(/^429 Too many sign-ins at once/);
  expect((await login('anna@example.com', 'right', '2001:db8::2')).status).toBe(200);
});
