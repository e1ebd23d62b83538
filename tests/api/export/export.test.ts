import { beforeAll, expect, it } from 'vitest';
import { z } from '~/contract/zod';
import { createUpstream, type Upstream } from '~/upstream/upstream.server';
import { createTestApi } from '../../support/api';
import { aCondo } from '../../support/builders';
import { exported } from '../../support/exported';
import { byHeading, readCsv, readWorkbook } from '../../support/exported-files';
import { perFile } from '../../support/opened';

const api = perFile(createTestApi);
let upstream: Upstream;

beforeAll(() => {
  upstream = createUpstream({
    baseUrl: 'http://panel.test/api',
    token: api.token,
    transport: async (call) => api.fetch(call.toRequest()),
  });
});

const created = z.object({ id: z.int() });
const CSV = { format: 'csv', separator: ';' } as const;

async function create(path: string, body: object): Promise<number> {
  return (await api.read(created, 'POST', path, body, 201)).id;
}

it('every apartment of a list that the API streams', async () => {
  const condo = await create('/admin/condos', aCondo({ name: 'Tower' }));
  await api.database.pool.query(
    `insert into apartments (condo_id, apartment_number, bedrooms, created_at, updated_at)
     select ${condo}, lpad(n::text, 5, '0'), 3.5, now(), now() from generate_series(1, 5000) n`,
  );
  const request = {
    of: { list: 'apartments', query: {} },
    format: 'xlsx',
    separator: ';',
  } as const;
  const { file, notes } = await exported(upstream, request);
  const rows = byHeading(readWorkbook(file), (cell) => String(cell?.v));
  expect(new Set(rows.map(({ apartment_number: number }) => number?.v))).toEqual(
    new Set(Array.from({ length: 5000 }, (_, index) => String(index + 1).padStart(5, '0'))),
  );
  expect(rows).toHaveLength(5000);
  expect(rows[0]).toMatchObject({ condo_id: { t: 'n', v: condo }, bedrooms: { t: 'n', v: 3.5 } });
  expect(notes.at(-1)).toEqual({ kind: 'end', value: { rows: 5000 } });
});

it('nobody who is there all the time is missing, whoever leaves or comes in the meantime', async () => {
  const query = { search: 'stays.example' };
  await api.database.pool.query(
    `insert into users (email, first_name, last_name, created_at, updated_at)
     select 's' || n || '@stays.example', 'S', n::text, now(), now() from generate_series(1, 450) n`,
  );
  let calls = 0;
  const restless = createUpstream({
    baseUrl: 'http://panel.test/api',
    token: api.token,
    transport: async (call) => {
      calls += 1;
      // Between two pages some leave the list, from its beginning on, and others come.
      await api.database.pool.query(
        `update users set email = 'gone' || id || '@example.org'
          where id in (select id from users where email like 's%@stays.example' and last_name::int % 7 = 3
                        order by id limit 20)`,
      );
      await api.database.pool.query(
        "insert into users (email, last_name, created_at, updated_at) values ($1, '0', now(), now())",
        [`new${calls}@stays.example`],
      );
      return api.fetch(call.toRequest());
    },
  });
  const request = { of: { list: 'users', query }, ...CSV } as const;
  const { file } = await exported(restless, request, true);
  const emails = byHeading(readCsv(file, ';'), String).map(({ email }) => email);
  const stayed = Array.from({ length: 450 }, (_, index) => index + 1).filter((n) => n % 7 !== 3);
  expect(emails).toEqual(expect.arrayContaining(stayed.map((n) => `s${n}@stays.example`)));
  expect(new Set(emails).size).toBe(emails.length);
  expect(calls).toBeGreaterThan(3);
});

it('without a session there is no file', async () => {
  const stranger = createUpstream({
    baseUrl: 'http://panel.test/api',
    token: 'wrong',
    transport: async (call) => api.fetch(call.toRequest()),
  });
  const { file, notes } = await exported(stranger, {
    of: { list: 'invitations', query: {} },
    ...CSV,
  });
  // The headings alone.
  expect(readCsv(file, ';')).toHaveLength(1);
  expect(notes).toMatchObject([{ kind: 'error', value: { status: 401 } }]);
});
