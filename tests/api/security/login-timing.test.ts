import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPasswords } from '~/api/auth/passwords';
import { createRequest, createTestApi, insertUser, type TestApi } from '../../support/api';
import { median } from '../../bench/statistics';

const passwords = createPasswords();
const ROUNDS = 7;
let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({ passwords });
  const password_hash = await passwords.hash('right');
  await insertUser(api.db, { email: 'anna@example.com', password_hash, is_superuser: true });
});
afterAll(() => api.close());

/** Milliseconds that a rejected sign-in takes. */
async function failSignIn(username: string, round: number): Promise<number> {
  const started = performance.now();
  const response = await api.fetch(
    createRequest('POST', '/auth/login', { username, password: 'wrong' }),
    { address: `192.0.2.${round}` },
  );
  expect(response.status).toBe(401);
  return performance.now() - started;
}

// Both are measured by turns, and what is compared is their ratio: hashing is nearly all of either.
it('the time of a sign-in does not reveal whether the account exists', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    known.push(await failSignIn('anna@example.com', round));
    unknown.push(await failSignIn('nobody@example.com', round));
  }
  const ratio = median(unknown) / median(known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
