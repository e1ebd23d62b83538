import { setTimeout } from 'node:timers/promises';
import { eq, inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { createDb, createPool } from '~/platform/database/pool.server';
import { apartments } from '~/platform/database/schema/records';
import { z } from '~/fields/zod';
import { createRequest, apiDeps, apiPerTest } from '../../support/api';
import { must } from '../../support/must';
import { insertApartment, insertCondo } from '../../support/places';
import { silentLog } from '../../support/silent-log';

const BATCH_ROWS = 4;
/** Apartments in the list's order, whatever their ids. */
const PLACES = [
  { condo: 'Abendruh', numbers: ['1', '2', '3', '10'] },
  { condo: 'Morgenrot', numbers: ['1A', '1B'] },
  { condo: 'Zum Turm', numbers: Array.from({ length: 9 }, (_, index) => `${index + 1}`) },
];
const EVERYTHING = PLACES.flatMap(({ condo, numbers }) => numbers.map((n) => `${condo} ${n}`));

const listSchema = z.array(
  z.object({ id: z.int(), condo_id: z.int(), apartment_number: z.string() }),
);

const api = apiPerTest();
/** The only connection of the API that is looked at. */
let pool: pg.Pool;
let failures: string[];
let names: Map<number, string>;
let list: (query?: string) => Promise<Response>;
let get: (path: string, signal?: AbortSignal | null) => Promise<Response>;
beforeEach(async () => {
  pool = createPool(api.database.connection, { log: silentLog, maxConnections: 1 });
  failures = [];
  names = new Map();
  for (const { condo, numbers } of PLACES.toReversed()) {
    const id = await insertCondo(api.db, condo);
    names.set(id, condo);
    for (const number of numbers.toReversed()) await insertApartment(api.db, id, number);
  }
  const deps = {
    ...apiDeps(createDb(pool)),
    log: { ...silentLog, error: (_: object, message: string) => void failures.push(message) },
    settings: { publicUrl: 'http://panel.test', maxConnections: 1 },
  };
  const own = createApi(deps, { listBatchRows: BATCH_ROWS });
  get = (path, signal = null) =>
    own.fetch(new Request(createRequest('GET', path, undefined, api.token), { signal }));
  list = (query = '') => get(`/admin/apartments${query}`);
});
afterEach(async () => {
  await pool.end();
});

async function labels(response: Response): Promise<string[]> {
  const rows = listSchema.parse(await response.json());
  return rows.map(({ condo_id: condo, apartment_number: n }) => `${names.get(condo)} ${n}`);
}

/** Counts the queries until the response has been read. */
async function countQueries(read: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const onAcquire = () => void (count += 1);
  pool.on('acquire', onAcquire);
  await read();
  pool.off('acquire', onAcquire);
  return count;
}

/** The response's text, chunk by chunk. */
function chunksOf(response: Response) {
  const reader = must(response.body, 'body').getReader();
  const decoder = new TextDecoder();
  return {
    async next() {
      const { value, done } = await reader.read();
      return done ? null : decoder.decode(value);
    },
    cancel: () => reader.cancel(),
  };
}

async function rest(chunks: ReturnType<typeof chunksOf>): Promise<string> {
  let text = '';
  for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) text += chunk;
  return text;
}

const numberIs = (number: string) => eq(apartments.apartment_number, number);

describe('a list that is longer than a batch', () => {
  it('is complete and in order, by one query for each batch', async () => {
    const queries = await countQueries(async () => {
      expect(await labels(await list())).toEqual(EVERYTHING);
    });
    // One for the session, one that finds it long, one that begins the list, three batches.
    expect(queries).toBe(1 + 1 + 1 + 3);
    expect(await labels(await list('?search=1'))).toEqual(
      EVERYTHING.filter((label) => label.includes('1')),
    );
  });

  it('is the same for one building', async () => {
    const [id] = [...names].find(([, name]) => name === 'Zum Turm') ?? [];
    expect(await labels(await list(`?condo_id=${id}`))).toEqual(
      EVERYTHING.filter((label) => label.startsWith('Zum Turm')),
    );
  });

  it.each(['/admin/apartments', '/admin/condos?sort_by=name', '/admin/invitations'])(
    'has exactly what a shorter list has: %s',
    async (path) => {
      for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) {
        const condo_id = await insertCondo(api.db, `Haus ${name}`);
        const invited = { email: `${name}@example.com`, role: 'building_manager', condo_id };
        expect((await api.call('POST', '/admin/invite-user', invited)).status).toBe(201);
      }
      const whole = await (await api.call('GET', path)).text();
      const chunks = chunksOf(await get(path));
      const first = must(await chunks.next(), 'first piece');
      expect(first.length).toBeLessThan(whole.length);
      expect(first + (await rest(chunks))).toBe(whole);
    },
  );

  it('holds no connection while its reader is slow', async () => {
    const chunks = chunksOf(await list());
    const first = await chunks.next();
    expect(await labels(await list('?search=10'))).toEqual(['Abendruh 10']);
    const second = await chunks.next();
    expect(pool.idleCount).toBe(pool.totalCount);
    expect((await get('/admin/condos')).status).toBe(200);
    const text = `${first}${second}${await rest(chunks)}`;
    expect(listSchema.parse(JSON.parse(text))).toHaveLength(EVERYTHING.length);
  });

  it('reads nothing ahead, and nothing more once its reader has gone', async () => {
    const chunks = chunksOf(await list());
    await chunks.next();
    const queries = await countQueries(async () => {
      await soon(50);
      await chunks.cancel();
    });
    expect(queries).toBe(0);
    expect(failures).toEqual([]);
  });

  it('has each apartment at most once, whatever changes meanwhile', async () => {
    const chunks = chunksOf(await list());
    const first = must(await chunks.next(), 'first piece');
    const turm = must([...names].find(([, name]) => name === 'Zum Turm')?.[0], 'building');
    // The first one moves to the end, the last one to the front; one goes, one comes.
    const moved = { condo_id: turm, apartment_number: '99' };
    await api.db.update(apartments).set(moved).where(numberIs('10'));
    await api.db.update(apartments).set({ apartment_number: '0' }).where(numberIs('9'));
    await api.db.delete(apartments).where(numberIs('8'));
    await insertApartment(api.db, turm, '4a');
    const response = new Response(`${first}${await rest(chunks)}`);
    expect(await labels(response)).toEqual([
      ...EVERYTHING.filter((label) => label !== 'Zum Turm 8').slice(0, -1),
      'Zum Turm 0',
    ]);
  });

  it('may lose a whole batch', async () => {
    const chunks = chunksOf(await list());
    const first = await chunks.next();
    const deleted = ['1A', '1B', '1', '2', '3', '4'];
    await api.db.delete(apartments).where(inArray(apartments.apartment_number, deleted));
    const text = `${first}${await rest(chunks)}`;
    expect(await labels(new Response(text))).toEqual([
      ...EVERYTHING.slice(0, 4),
      ...['5', '6', '7', '8', '9'].map((number) => `Zum Turm ${number}`),
    ]);
  });
});

const soon = (ms: number) => setTimeout(ms, 'not yet');

describe('several long lists at once', () => {
  it('wait in a line that holds no connection, until the one before has been read', async () => {
    const first = await list();
    const second = list();
    const third = list();
    expect(await Promise.race([second, soon(50)])).toBe('not yet');
    // By the pool's only connection.
    expect((await get('/admin/condos?search=Turm')).status).toBe(200);
    expect(await labels(await list('?search=10'))).toEqual(['Abendruh 10']);
    for (const one of [first, second, third]) expect(await labels(await one)).toEqual(EVERYTHING);
  });

  it('do not wait for one whose client takes nothing, which goes on later', async () => {
    const slow = chunksOf(await list());
    const other = await list();
    const first = await slow.next();
    expect(await labels(other)).toEqual(EVERYTHING);
    expect(await labels(new Response(`${first}${await rest(slow)}`))).toEqual(EVERYTHING);
  });

  it('are forgotten when their client leaves the line', async () => {
    const first = await list();
    const leaving = new AbortController();
    const second = get('/admin/apartments', leaving.signal);
    expect(await Promise.race([second, soon(50)])).toBe('not yet');
    leaving.abort();
    expect((await second).ok).toBe(false);
    expect(await labels(first)).toEqual(EVERYTHING);
    expect(await labels(await list())).toEqual(EVERYTHING);
  });
});

describe('a list that breaks off', () => {
  it('is an error for its reader, and a line in the log', async () => {
    const response = await list();
    expect(response.status).toBe(200);
    await api.db.execute(sql`alter table apartments rename to elsewhere`);
    await expect(response.text()).rejects.toThrow('Failed query');
    expect(failures).toEqual(['A list broke off']);
  });

  it('also when the connection breaks within a query', async () => {
    const response = await list();
    const other = await api.database.pool.connect();
    try {
      await other.query('begin; lock table apartments in access exclusive mode');
      const reading = response.text().catch(String);
      await expect
        .poll(async () => {
          const { rowCount } = await other.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rowCount;
        })
        .toBe(1);
      expect(await reading).toContain('Failed query');
    } finally {
      // With its lock, also when the test has failed.
      other.release(true);
    }
    expect(failures).toEqual(['A list broke off']);
    // The pool may notice a moment later that its connection is gone.
    await expect.poll(async () => (await list()).status).toBe(200);
    expect(await labels(await list())).toEqual(EVERYTHING);
  });

  it('before its first row it is an error like any other', async () => {
    await api.db.execute(sql`alter table apartments rename to elsewhere`);
    expect((await list()).status).toBe(500);
  });
});
