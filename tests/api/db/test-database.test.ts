import { afterAll, beforeAll, expect, test } from 'vitest';

import { condos } from '~/api/db/schema';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
});

test('a test database has the schema, and its rows are its own', async () => {
  await first.db.insert(condos).values({
    name: 'Zürcher Höfe',
    address: 'Bahnhofstrasse 1',
    city: 'Zürich',
    state: 'ZH',
    zip_code: '8001',
    country: 'Switzerland',
  });

  expect(await first.db.select({ name: condos.name }).from(condos)).toEqual([
    { name: 'Zürcher Höfe' },
  ]);
  expect(await second.db.select().from(condos)).toEqual([]);
});
