import { expect, it } from 'vitest';
import { seedBulk } from '../../../tools/seed/bulk';
import { createTestDatabase } from '../../support/database';
import { perTest } from '../../support/opened';

const database = perTest(createTestDatabase);

async function count(query: string): Promise<number> {
  const sql = `select count(*)::int as n from ${query}`;
  const { rows } = await database.pool.query<{ n: number }>(sql);
  return rows[0]?.n ?? -1;
}

it('adds the rows asked for, ties each user to a home and keeps the search indexes', async () => {
  const indexes = `pg_indexes where indexdef like '%gin_trgm_ops%'`;
  const before = await count(indexes);
  expect(before).toBeGreaterThan(2);
  await seedBulk(database.db, { condos: 30, apartments: 1500, users: 1200 }, 500);
  await seedBulk(database.db, { condos: 0, apartments: 30, users: 10 });
  expect(await count('condos')).toBe(30);
  expect(await count('apartments')).toBe(1530);
  expect(await count('users')).toBe(1210);
  expect(await count('user_condo_associations')).toBe(1210);
  expect(await count('(select distinct condo_id from apartments)')).toBe(30);
  expect(await count(indexes)).toBe(before);
});

it('says what apartments and users need, and adds nothing', async () => {
  const none = { condos: 0, apartments: 0, users: 0 };
  await expect(seedBulk(database.db, { ...none, apartments: 5 })).rejects.toThrow('add --condos');
  await expect(seedBulk(database.db, { ...none, condos: 2, users: 5 })).rejects.toThrow(
    'add --apartments',
  );
  expect(await count('condos')).toBe(0);
});
