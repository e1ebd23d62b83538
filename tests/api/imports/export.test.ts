import { expect, it } from 'vitest';
import { insertUser, apiPerFile } from '../../support/api';
import { exported } from '../../support/exported';
import { byHeading, readCsv, readWorkbook } from '../../support/exported-files';
import { upstreamTo } from '../../support/upstream-to';
import { insertCondo } from '../../support/places';

const api = apiPerFile();

/** The API as the panel calls it; `before` is done before each call. */
const upstream = (token = api.token, before?: () => Promise<void>) =>
  upstreamTo(
    async (call) => {
      await before?.();
      return api.fetch(call.toRequest());
    },
    { token },
  );

const CSV = { format: 'csv', separator: ';' } as const;

it('every apartment of a list that the API streams', async () => {
  const condo = await insertCondo(api.db);
  await api.database.pool.query(
    `insert into apartments (condo_id, apartment_number, bedrooms, created_at, updated_at)
     select ${condo}, lpad(n::text, 5, '0'), 3.5, now(), now() from generate_series(1, 5000) n`,
  );
  const request = { ...CSV, of: { list: 'apartments', query: {} }, format: 'xlsx' } as const;
  const { file, notes } = await exported(upstream(), request);
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
  const restless = upstream(api.token, async () => {
    calls += 1;
    // Between two pages some leave the list, from its beginning on, and others come.
    await api.database.pool.query(
      `update users set email = 'gone' || id || '@example.org'
        where id in (select id from users where email like 's%@stays.example' and last_name::int % 7 = 3
                      order by id limit 20)`,
    );
    await insertUser(api.db, { email: `new${calls}@stays.example`, last_name: '0' });
  });
  const request = { of: { list: 'users', query }, ...CSV } as const;
  const { file } = await exported(restless, request, true);
  const rows = byHeading(readCsv(file, ';'), String);
  expect(rows[0]).toHaveProperty('phone');
  const emails = rows.map(({ email }) => email);
  const stayed = Array.from({ length: 450 }, (_, index) => index + 1).filter((n) => n % 7 !== 3);
  expect(emails).toEqual(expect.arrayContaining(stayed.map((n) => `s${n}@stays.example`)));
  expect(new Set(emails).size).toBe(emails.length);
  expect(calls).toBeGreaterThan(3);
});

it('without a session there is no file', async () => {
  const request = { of: { list: 'invitations', query: {} }, ...CSV } as const;
  const { file, notes } = await exported(upstream('wrong'), request);
  // The headings alone.
  expect(readCsv(file, ';')).toHaveLength(1);
  expect(notes).toMatchObject([{ kind: 'error', value: { status: 401 } }]);
});
