import { afterAll, beforeAll, expect, test } from 'vitest';

import { condos } from '~/api/db/schema';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { aCondo } from '../../support/builders';

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
});

test('a test database has the schema, and its rows are its own', async () => {
  await first.db.insert(condos).values(aCondo({ name: 'Zürcher Höfe' }));

  expect(await first.db.select({ name: condos.name }).from(condos)).toEqual([
    { name: 'Zürcher Höfe' },
  ]);
  expect(await second.db.select().from(condos)).toEqual([]);
});
