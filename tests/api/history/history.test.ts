import { sql } from 'drizzle-orm';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { FIRST_INSTANT, LAST_INSTANT } from '~/history/schema';
import { historyPageSchema } from '~/history/answers';
import { apiPerFile, createTestApi, insertUser } from '../../support/api';
import { createCondos } from '../../support/bulk';
import { must } from '../../support/must';
import { insertAssociation } from '../../support/places';

const api = apiPerFile();
/** The first one that is made. */
const condo = 1;
beforeAll(async () => {
  await createCondos(api, 'First', 'Second');
  await api.call('PUT', `/admin/condos/${condo}`, { name: '=Evil', number_of_units: 7 });
  const apartment = { condo_id: condo, apartment_number: '12' };
  await api.call('POST', '/admin/apartments', apartment);
});

const list = (query = '') => api.read(historyPageSchema, 'GET', `/admin/history${query}`);

async function actions(query: string) {
  return (await list(query)).entries.map(({ action, record }) => `${action} ${record?.kind}`);
}

describe('GET /admin/history', () => {
  it('is newest first, with fields by their names and references by theirs', async () => {
    const { entries, next, begins_at } = await list();
    expect(entries[0]).toMatchObject({
      action: 'created',
      actor: { kind: 'administrator', id: api.adminId },
      record: { kind: 'apartment', id: 1, name: '12, =Evil' },
      change_count: 1,
      changes: [
        {
          what: 'created',
          fields: [
            { name: 'condo_id', old: null, new: '=Evil' },
            { name: 'apartment_number', old: null, new: '12' },
          ],
        },
      ],
    });
    expect(entries[1]).toMatchObject({
      action: 'changed',
      changes: [
        {
          fields: [
            { name: 'name', old: 'First', new: '=Evil' },
            { name: 'number_of_units', old: null, new: 7 },
          ],
        },
      ],
    });
    expect(entries[2]).toMatchObject({
      action: 'imported',
      import_id: 1,
      change_count: 2,
      changes: [{ what: 'created', kind: 'condo', id: null, count: 2, fields: [] }],
    });
    expect(next).toBeNull();
    expect(Date.parse(begins_at)).toBeLessThanOrEqual(Date.parse(must(entries.at(-1), 'entry').at));
  });

  it.each([
    ['before the year 1', 'from=0000-12-31T23:25:52Z', 422],
    ['before the year 1 in UTC', 'to=0001-01-01T00:00:00%2B05:00', 422],
    ['after the year 9999 in UTC', 'to=9999-12-31T23:59:59-05:00', 422],
    ['that is none', 'from=2026-02-30T00:00:00Z', 422],
    ['that is the first', `from=${FIRST_INSTANT}`, 200],
    ['that is the last', `to=${LAST_INSTANT}`, 200],
    ['that ends before it begins', `from=${LAST_INSTANT}&to=${FIRST_INSTANT}`, 200],
  ])('takes a time %s', async (_title, query, status) => {
    for (const path of ['/admin/history', '/admin/history/export']) {
      const response = await api.call('GET', `${path}?${query}`);
      expect(response.status).toBe(status);
      await response.arrayBuffer();
    }
  });

  it('of a person includes their associations', async () => {
    const userId = await insertUser(api.db, { email: 'ada@example.com' });
    const home = await insertAssociation(api.db, { user_id: userId, condo_id: condo });
    await api.call('DELETE', `/admin/user-condo-associations/${home}`);
    const { entries } = await list(`?kind=user&record=${userId}`);
    const kinds = entries.map(({ action, record }) => `${action} ${record?.kind}`);
    expect(kinds).toEqual(['removed association', 'created association', 'created user']);
    expect(entries[0]?.changes[0]?.fields).toContainEqual({
      name: 'user_id',
      old: 'ada@example.com',
      new: null,
      is_restorable: false,
    });
  });

  it('is narrowed by person, kind, period and text', async () => {
    const other = await api.administrator({ email: 'eve@example.com' });
    const before = new Date().toISOString();
    await other.call('PUT', '/admin/condos/2', { city: 'Bern' });
    expect(await actions(`?person=${other.userId}`)).toEqual(['changed condo']);
    expect(await actions('?kind=apartment')).toEqual(['created apartment']);
    expect(await actions(`?kind=condo&from=${before}`)).toEqual(['changed condo']);
    expect(await actions(`?kind=condo&to=${before}`)).toEqual(['changed condo', 'imported condo']);
    expect(await actions('?text=EVE@')).toEqual(['changed condo', 'created user']);
    expect(await actions('?text=second')).toEqual(['changed condo']);
    const own = `?kind=user&record=${other.userId}`;
    await api.db.execute(sql`select record_event('signed_in', 'user', ${other.userId}::int, null)`);
    expect(await actions(own)).toEqual(['signed_in user', 'created user']);
    expect(await actions(`${own}&sign_ins=false`)).toEqual(['created user']);
  });

  it('continues after an entry, whatever is written in the meantime', async () => {
    await api.db.execute(sql`
      insert into history_entries (actor_kind, action, record_kind, record_name)
      select 'command', 'changed', 'condo', 'entry ' || i from generate_series(1, 120) i`);
    const first = await list('?text=entry');
    await api.db.execute(sql`
      insert into history_entries (actor_kind, action, record_name) values ('command', 'changed', 'entry new')`);
    const second = await list(`?text=entry&before=${first.next}`);
    const third = await list(`?text=entry&before=${second.next}`);
    expect([first, second, third].map(({ entries }) => entries.length)).toEqual([50, 50, 20]);
    const names = [first, second, third].flatMap(({ entries }) =>
      entries.map(({ record }) => record?.name),
    );
    expect(new Set(names).size).toBe(120);
    expect(third.next).toBeNull();
  });

  it('begins no earlier than entries are kept', async () => {
    const aged = await createTestApi({
      clock: () => new Date('2030-01-11T00:00:00Z'),
      settings: { publicUrl: 'http://panel.test', maxConnections: 5, historyDays: 10 },
    });
    // The clock is years ahead: the session of now would have ended.
    await aged.db.execute(
      sql`update sessions set created_at = '2030-01-10', last_used_at = '2030-01-11'`,
    );
    const page = await aged.read(historyPageSchema, 'GET', '/admin/history');
    expect(page.begins_at).toBe('2030-01-01T00:00:00.000Z');
    await aged.close();
  });
});

it('GET /admin/history/export is a CSV file with every entry, a line for each field, in which no formula runs', async () => {
  const response = await api.call('GET', '/admin/history/export?kind=condo&text=evil');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const rows: unknown = parse(await response.text(), { bom: true });
  expect(rows).toMatchObject([
    ['Time (UTC)', 'Who', 'By', 'Action', 'Kind', 'Record', 'What', 'Field', 'Old', 'New'],
    [
      expect.any(String),
      expect.any(String),
      'Administrator',
      'Changed',
      'Building',
      "'=Evil",
      'Changed',
      'Building Name or First Line of the Address',
      'First',
      "'=Evil",
    ],
    expect.arrayContaining(['Number of Units', '', '7']),
  ]);
  const all = await (await api.call('GET', '/admin/history/export?text=entry')).text();
  expect(all.trim().split('\r\n')).toHaveLength(122);
});
