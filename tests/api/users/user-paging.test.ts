import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { userCondoAssociations } from '~/platform/database/schema/records';
import { findUserPage } from '~/users/server/user-page';
import { userListSchema } from '~/users/schema';
import { insertUser, apiPerFile } from '../../support/api';
import { insertAssociation, insertCondo } from '../../support/places';
import { must } from '../../support/must';

const api = apiPerFile();
let condo: number;
beforeAll(async () => {
  condo = await insertCondo(api.db);
});
afterEach(async () => {
  await api.db.delete(userCondoAssociations);
  await api.database.pool.query('delete from users where id <> $1', [api.adminId]);
});

async function getPage(query: Record<string, string | number>) {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  const { data, pagination } = await api.read(userListSchema, 'GET', `/admin/users?${text}`);
  return { ids: data.map((user) => user.id), ...pagination };
}

/** Many users at once, with gaps between their ids as failed inserts leave them. */
async function insertMany(count: number, word = 'Bulk'): Promise<number[]> {
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into users (email, first_name)
       select gen_random_uuid() || '@example.com', $2 from generate_series(1, $1) returning id`,
    [count, word],
  );
  return rows.map((row) => row.id).toSorted((a, b) => a - b);
}

/** Reads page after page, as someone who clicks Next; `between` happens before each click. */
async function readAll(
  query: Record<string, string | number>,
  between: (page: number) => Promise<void>,
): Promise<number[]> {
  const seen: number[] = [];
  for (let page = 1; ; page += 1) {
    const { ids, current_page, total_pages } = await getPage({ ...query, page });
    if (current_page < page) return seen;
    seen.push(...ids);
    if (page >= total_pages) return seen;
    await between(page);
  }
}

describe('a page of users', () => {
  it('has the number of all only where it is asked for, with and without a filter', async () => {
    await insertMany(12, 'Sum');
    const answer = { current_page: 2, total_pages: 2 };
    const { ids, ...plain } = await getPage({ page: 2 });
    expect(ids).toHaveLength(3);
    expect(plain).toEqual(answer);
    expect(await getPage({ page: 2, with_total: 'false' })).toEqual({ ids, ...answer });
    expect(await getPage({ page: 2, with_total: 'true' })).toEqual({ ids, ...answer, total: 13 });
    const page = await getPage({ search: 'sum', page_size: 5, with_total: 'true' });
    expect(page).toMatchObject({ total_pages: 3, total: 12 });
    const following = await getPage({ after_id: 0, with_total: 'true' });
    expect(following).not.toHaveProperty('total');
  });

  it('is the same with and without the counted blocks, at every page and size', async () => {
    await insertMany(1500);
    // Holes: a block that lost most of its users, and one that lost all.
    const { pool } = api.database;
    const holes = 'delete from users where id % 1024 between 300 and 900 and id <> $1';
    await pool.query(holes, [api.adminId]);
    const { rows } = await pool.query<{ id: number }>('select id from users order by id');
    const all = rows.map((row) => row.id);
    for (const size of [1, 7, 10, 100]) {
      const total = Math.ceil(all.length / size);
      for (const page of [1, 2, Math.ceil(total / 3), Math.ceil(total / 2), total - 1, total]) {
        const expected = {
          ids: all.slice((page - 1) * size, page * size),
          current_page: page,
          total_pages: total,
        };
        const query = { page, page_size: size };
        expect(await findUserPage(api.db, query, '2026-01-01')).toMatchObject(expected);
        const counted = await findUserPage(
          api.db,
          { ...query, search: '@example.com' },
          '2026-01-01',
        );
        expect(counted).toMatchObject(expected);
      }
    }
  });

  it('counts in step with every way users come and go', async () => {
    const { pool } = api.database;
    const counted = async () => {
      const { rows } = await pool.query<{ counted: number; real: number }>(
        `select (select coalesce(sum(users), 0)::int from user_blocks) as counted,
                (select count(*)::int from users) as real`,
      );
      return rows[0];
    };
    await insertMany(1100);
    expect(await counted()).toEqual({ counted: 1101, real: 1101 });
    await pool.query('begin; insert into users (email) values ($$gone@example.com$$); rollback');
    await pool.query(
      `insert into users (email) values ('twice@example.com') on conflict do nothing;
       insert into users (email) values ('twice@example.com') on conflict do nothing`,
    );
    expect(await counted()).toEqual({ counted: 1102, real: 1102 });
    await pool.query('delete from users where id % 2 = 0 and id <> $1', [api.adminId]);
    const after = await counted();
    expect(after?.counted).toBe(after?.real);
  });

  it('past the end is the last one, and page 1 of nothing is empty', async () => {
    await insertMany(24);
    for (const more of [{}, { search: 'example' }]) {
      const last = await getPage({ page: 3, ...more });
      expect(last).toMatchObject({ current_page: 3, total_pages: 3 });
      expect(last.ids).toHaveLength(5);
      for (const page of [4, 1000, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
        expect(await getPage({ page, ...more })).toEqual(last);
      }
    }
    const none = { ids: [], current_page: 1, total_pages: 1 };
    expect(await getPage({ search: 'nobody-is-called-so', page: 7 })).toEqual(none);
  });
});

describe('paging while others work', () => {
  const between = fc.array(
    fc.record({
      add: fc.nat({ max: 4 }),
      /** Positions among the users there are, as parts of 1000. */
      deactivate: fc.array(fc.nat({ max: 999 }), { maxLength: 3 }),
      rename: fc.array(fc.nat({ max: 999 }), { maxLength: 2 }),
    }),
    { maxLength: 12 },
  );

  it('never loses or repeats a user while users are added, deactivated and renamed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom({}, { search: 'example.com' }),
        between,
        async (count, size, filter, steps) => {
          await api.database.pool.query('delete from users where id <> $1', [api.adminId]);
          const ids = [api.adminId, ...(await insertMany(count))];
          const added: number[] = [];
          const pick = (part: number) => must(ids[Math.floor((part / 1000) * ids.length)], 'id');
          const seen = await readAll({ page_size: size, ...filter }, async (page) => {
            const step = steps[page - 1];
            if (!step) return;
            if (step.add > 0) added.push(...(await insertMany(step.add, 'Aaron')));
            for (const part of step.deactivate) {
              await api.call('DELETE', `/admin/users/${pick(part)}`);
            }
            for (const part of step.rename) {
              await api.call('PUT', `/admin/users/${pick(part)}`, { first_name: 'Zoe' });
            }
          });
          expect(new Set(seen).size).toBe(seen.length);
          // Everyone there at the start was seen, and whoever came while there were pages to read.
          expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
          expect(seen.filter((id) => !ids.includes(id))).toEqual(
            added.slice(0, seen.length - ids.length),
          );
        },
      ),
      { numRuns: 10 },
    );
  });

  it('never repeats anyone in a building whose people come and go', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: 30 }),
        fc.array(fc.nat({ max: 999 }), { maxLength: 8 }),
        async (count, removals) => {
          await api.db.delete(userCondoAssociations);
          const ids = await insertMany(count);
          for (const user_id of ids) await insertAssociation(api.db, { user_id, condo_id: condo });
          const removed = new Set<number>();
          const seen = await readAll({ page_size: 4, condo_id: condo }, async (page) => {
            const part = removals[page - 1];
            if (part === undefined) return;
            const id = must(ids[Math.floor((part / 1000) * ids.length)], 'id');
            removed.add(id);
            await api.db.delete(userCondoAssociations).where(eq(userCondoAssociations.user_id, id));
            const newcomer = await insertUser(api.db);
            await insertAssociation(api.db, { user_id: newcomer, condo_id: condo });
          });
          expect(new Set(seen).size).toBe(seen.length);
          // Each person who leaves a page that was read moves one other person up past the reader. So
          // the reader misses at most as many people as were removed.
          const missed = ids.filter((id) => !seen.includes(id) && !removed.has(id));
          expect(missed.length).toBeLessThanOrEqual(removed.size);
        },
      ),
      { numRuns: 8 },
    );
  });
});
