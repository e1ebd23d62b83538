import { beforeEach, describe, expect, it } from 'vitest';
import { bulkReviewSchema } from '~/imports/schema';
import { z } from '~/fields/zod';
import { tenancyRecordSchema } from '~/users/schema';
import { apiPerTest, insertUser } from '../../support/api';
import { create, validate } from '../../support/bulk';
import { toCsv, type Row } from '../../support/edited-exports';
import { exported } from '../../support/exported';
import { byHeading, readCsv } from '../../support/exported-files';
import { must } from '../../support/must';
import { insertApartment, insertCondo } from '../../support/places';
import { reviewCalls, withId } from '../../support/review-calls';
import { upstreamTo } from '../../support/upstream-to';

const api = apiPerTest({ clock: () => new Date('2026-07-01T10:00:00Z') });
const { post, review, applied, imports, undo } = reviewCalls(() => api);

const PATH = '/admin/user-condo-associations';
const TYPE = { type: 'tenancy' };
const OVERLAP = 'This person has this role in this apartment already at that time.';

let home: { condo: number; one: number; two: number };
let people: Record<'anna' | 'beat', number>;
const HOME = () => ({ condo_id: home.condo, role: 'renter' });
let ids: Record<'anna' | 'earlier' | 'beat' | 'manager', number>;

beforeEach(async () => {
  const condo = await insertCondo(api.db, 'Seeblick');
  home = {
    condo,
    one: await insertApartment(api.db, condo, '3.0'),
    two: await insertApartment(api.db, condo, '3.1'),
  };
  const anna = await insertUser(api.db, {
    email: 'anna@example.com',
    first_name: 'Anna',
    last_name: "'=Muster",
  });
  const beat = await insertUser(api.db, { email: null, first_name: 'Beat', last_name: 'Rossi' });
  people = { anna, beat };
  const add = async (user_id: number, apartment_id: number | null, fields: object) =>
    (
      await api.read(
        withId,
        'POST',
        PATH,
        { user_id, condo_id: condo, apartment_id, role: 'renter', ...fields },
        201,
      )
    ).id;
  ids = {
    anna: await add(anna, home.one, { since: '2026-01-01', note: 'Key\n12' }),
    earlier: await add(anna, home.one, { since: '2020-01-01', until: '2020-12-31' }),
    beat: await add(beat, home.two, { until: '2030-12-31' }),
    manager: await add(anna, null, { role: 'building_manager' }),
  };
});

const upstream = () => upstreamTo((call) => api.fetch(call.toRequest()), { token: api.token });
async function exportFile(format: 'csv' | 'xlsx', as_of?: string) {
  const query = { condo_id: home.condo, condo_name: 'Seeblick', ...(as_of && { as_of }) };
  const of = { list: 'residents', query } as const;
  return (await exported(upstream(), { of, format, separator: ';' }, true)).file;
}
async function exportRows(as_of?: string): Promise<Row[]> {
  return byHeading(readCsv(await exportFile('csv', as_of), ';'), String);
}
const rowOf = (rows: readonly Row[], id: number) =>
  must(
    rows.find((row) => row.id === String(id)),
    `row ${id}`,
  );
const read = (id: number) => api.read(z.looseObject({}), 'GET', `${PATH}/${id}`);

/** The errors of a reviewed row, which changes nothing. */
const errorOf = async (row: Row) => {
  const { invalid_rows, changed } = await review([row], 'tenancy');
  expect(changed).toEqual([]);
  return invalid_rows.map(({ error }) => error);
};
const content = (list: Row[]) => list.map(({ id: _id, row_version: _version, ...row }) => row);

/** Rows of two people that end with 2026, and rows that follow them. */
async function followed(since = '2027-01-01') {
  const rows = await exportRows();
  const [anna, beat] = [rowOf(rows, ids.anna), rowOf(rows, ids.beat)];
  const next = { id: '', row_version: '', since, until: '', note: '' };
  const until = '2026-12-31';
  return {
    ending: [
      { ...anna, until },
      { ...beat, until },
    ],
    // An e-mail address says who is meant; without one the name does, in the home that the file names.
    following: [
      { ...anna, ...next, name: '' },
      { ...beat, ...next },
    ],
  };
}

/** The days of somebody who is a renter, or will be. */
async function rentedBy(user: number): Promise<string[]> {
  const all = await api.read(tenancyRecordSchema.array(), 'GET', `${PATH}?user_id=${user}`);
  const renter = all.filter(({ role, state }) => role === 'renter' && state !== 'past');
  return renter.map(({ since, until }) => `${since} ${until}`);
}

describe('an edited export of residents', () => {
  it('that comes back as it was changes nothing, as CSV and as a workbook', async () => {
    const rows = await exportRows();
    expect(Object.keys(must(rows[0], 'row'))).toEqual([
      'id',
      'row_version',
      'condo_id',
      'apartment_number',
      'floor_number',
      'name',
      'role',
      'email',
      'since',
      'until',
      'note',
    ]);
    const none = { changed: [], conflicts: [], new_rows: [], invalid_rows: [], unchanged: 3 };
    expect(await review(rows, 'tenancy')).toEqual({ ...none, missing: 1 });
    const file = new File([new Uint8Array(await exportFile('xlsx'))], 'residents.xlsx');
    const response = await post('/admin/bulk-review', { ...TYPE, file });
    expect(bulkReviewSchema.parse(await response.json())).toEqual({ ...none, missing: 1 });
  });

  it('changes days, note and role, and its undo writes them back', async () => {
    const rows = await exportRows();
    const before = [await read(ids.anna), await read(ids.beat)];
    const reviewed = await review(
      [
        { ...rowOf(rows, ids.anna), until: '31.3.2027', note: '' },
        { ...rowOf(rows, ids.beat), since: '1.4.2026', role: 'Eigentümer' },
        rowOf(rows, ids.manager),
      ],
      'tenancy',
    );
    expect(reviewed).toMatchObject({
      changed: [
        {
          id: ids.anna,
          name: "Anna '=Muster (anna@example.com), 3.0, Seeblick",
          changes: [
            { field: 'until', old: null, new: '2027-03-31' },
            { field: 'note', old: 'Key\n12', new: null },
          ],
        },
        {
          id: ids.beat,
          changes: [
            { field: 'role', old: 'renter', new: 'owner' },
            { field: 'since', old: null, new: '2026-04-01' },
          ],
        },
      ],
      unchanged: 1,
      invalid_rows: [],
    });
    expect(await applied(reviewed, TYPE)).toMatchObject({ created: 0, changed: 2, errors: [] });
    expect(await read(ids.anna)).toMatchObject({ until: '2027-03-31', note: null });
    expect(await read(ids.beat)).toMatchObject({ since: '2026-04-01', role: 'owner' });
    expect(await imports()).toMatchObject([{ type: 'tenancy', created: 0, changed: 2 }]);
    expect(await undo()).toEqual({ removed: 0, restored: 2, kept: [] });
    expect([await read(ids.anna), await read(ids.beat)]).toEqual(before);
  });

  it('names what breaks a rule, and what cannot be changed there', async () => {
    const rows = await exportRows();
    const anna = rowOf(rows, ids.anna);
    expect(await errorOf({ ...anna, until: '2025-12-31' })).toEqual([
      'until "2025-12-31": The last day is before the first',
    ]);
    expect(await errorOf({ ...anna, since: '2026' })).toEqual([
      'since "2026": 2026 is a year alone: write the whole date as YYYY-MM-DD',
    ]);
    expect(await errorOf({ ...anna, role: '' })).toEqual(['role: Role is required']);
    expect(await errorOf({ ...rowOf(rows, ids.manager), role: 'owner' })).toEqual([
      'role "owner": Apartment selection is required for this role',
    ]);
    const fixed = 'this column cannot be changed in an export: write what it had';
    for (const field of ['apartment_number', 'floor_number', 'name', 'email', 'condo_id'])
      expect(await errorOf({ ...anna, [field]: '7' })).toEqual([`${field} "7": ${fixed}`]);
    expect(await errorOf({ ...anna, id: '2147483000' })).toEqual([
      'id "2147483000": there is no record with this id: it was deleted, or never existed',
    ]);
  });

  it('is in conflict where the association was changed since, and overlaps nothing when applied', async () => {
    const rows = await exportRows();
    await api.call('PUT', `${PATH}/${ids.anna}`, { note: 'New' });
    const anna = { ...rowOf(rows, ids.anna), since: '2020-06-01' };
    const reviewed = await review([anna], 'tenancy');
    expect(reviewed).toMatchObject({ changed: [], conflicts: [{ id: ids.anna }] });
    const result = await applied({ changed: reviewed.conflicts, new_rows: [] }, TYPE);
    expect(result).toMatchObject({
      created: 0,
      errors: [{ row: { id: ids.anna }, errors: [{ field: 'since', message: OVERLAP }] }],
    });
    expect(await read(ids.anna)).toMatchObject({ since: '2026-01-01', note: 'New' });
    // Both move: afterwards they do not overlap.
    const earlier = rowOf(await exportRows('2020-06-01'), ids.earlier);
    const both = await review(
      [
        { ...earlier, until: '2020-05-31' },
        { ...rowOf(await exportRows(), ids.anna), since: '2020-06-01' },
      ],
      'tenancy',
    );
    expect(await applied(both, TYPE)).toMatchObject({ created: 0, changed: 2, errors: [] });
  });

  it('shifts the day between two of one person, in any order of the rows, and back by undo', async () => {
    const days = async () => [await read(ids.earlier), await read(ids.anna)];
    const next = { since: '2021-01-01' };
    await api.call('PUT', `${PATH}/${ids.anna}`, next);
    const before = await days();
    for (const order of [(rows: Row[]) => rows, (rows: Row[]) => rows.toReversed()])
      for (const [until, since] of [
        ['2021-03-31', '2021-04-01'],
        ['2020-06-30', '2020-07-01'],
      ]) {
        const rows = order([
          { ...rowOf(await exportRows('2020-06-01'), ids.earlier), until },
          { ...rowOf(await exportRows(), ids.anna), since },
        ]);
        const reviewed = await review(rows, 'tenancy');
        expect(await applied(reviewed, TYPE)).toMatchObject({ changed: 2, errors: [] });
        expect(await days()).toMatchObject([{ until }, { since }]);
        expect(await undo()).toEqual({ removed: 0, restored: 2, kept: [] });
        expect(await days()).toEqual(before);
      }
  });

  describe('with a row that follows one of the same person, home and role', () => {
    it('is valid in any order of the rows, ties it to that person, and is undone as a whole', async () => {
      const { ending, following } = await followed();
      for (const rows of [
        [...ending, ...following],
        [...following, ...ending],
      ]) {
        const reviewed = await review(rows, 'tenancy');
        expect(reviewed).toMatchObject({ changed: [{}, {}], new_rows: [{}, {}], invalid_rows: [] });
        expect(await applied(reviewed, TYPE)).toMatchObject({ created: 2, changed: 2, errors: [] });
        expect(await rentedBy(people.anna)).toEqual(['2026-01-01 2026-12-31', '2027-01-01 null']);
        expect(await rentedBy(people.beat)).toEqual(['null 2026-12-31', '2027-01-01 null']);
        expect(await undo()).toEqual({ removed: 2, restored: 2, kept: [] });
        expect(await rentedBy(people.anna)).toEqual(['2026-01-01 null']);
        expect(await rentedBy(people.beat)).toEqual(['null 2030-12-31']);
      }
    });

    it('is compared with what will be: where the time overlaps, or the change is left out, it is invalid', async () => {
      const { ending, following } = await followed('2026-12-31');
      const invalid = following.map(() => `since "2026-12-31": ${OVERLAP}`);
      const reviewed = await review([...ending, ...following], 'tenancy');
      expect(reviewed).toMatchObject({ changed: [{}, {}], new_rows: [] });
      expect(reviewed.invalid_rows.map(({ error }) => error)).toEqual(invalid);
      const good = await followed();
      const { new_rows } = await review([...good.ending, ...good.following], 'tenancy');
      const alone = await applied({ changed: [], new_rows }, TYPE);
      expect(alone).toMatchObject({ created: 0, errors: [{}, {}] });
      expect(alone.errors.map(({ errors = [] }) => errors[0]?.message)).toEqual([OVERLAP, OVERLAP]);
      // A change that breaks a rule is named, beside the row that relies on it.
      const [anna] = (await review(good.ending, 'tenancy')).changed;
      const change = must(anna, 'change');
      const changes = [{ field: 'until', old: null, new: '2020-01-01' }];
      const broken = { ...change, changes };
      const result = await applied({ changed: [broken], new_rows }, TYPE);
      expect(result.errors.map(({ errors = [] }) => errors[0]?.field)).toEqual([
        'until',
        'since',
        'since',
      ]);
    });

    it('is valid beside a conflict, whose row says what will be', async () => {
      const { ending, following } = await followed();
      await api.call('PUT', `${PATH}/${ids.anna}`, { note: 'New' });
      const reviewed = await review([...ending, ...following], 'tenancy');
      expect(reviewed).toMatchObject({ conflicts: [{}], changed: [{}], invalid_rows: [] });
      const changed = [...reviewed.changed, ...reviewed.conflicts];
      expect(await applied({ ...reviewed, changed }, TYPE)).toMatchObject({
        created: 2,
        changed: 2,
      });
    });
  });

  it('makes nobody a resident again who is inactive', async () => {
    const earlier = rowOf(await exportRows('2020-06-01'), ids.earlier);
    const open = await review([{ ...earlier, role: 'Eigentümer', until: '' }], 'tenancy');
    const noted = await review([{ ...earlier, note: 'Key 7' }], 'tenancy');
    await api.call('DELETE', `/admin/users/${people.anna}`);
    const inactive = 'This person is inactive. Restore the user first.';
    expect(await applied(open, TYPE)).toMatchObject({
      created: 0,
      errors: [{ row: { id: ids.earlier }, errors: [{ field: 'until', message: inactive }] }],
    });
    expect(await applied(noted, TYPE)).toMatchObject({ changed: 1, errors: [] });
    expect(await read(ids.earlier)).toMatchObject({ until: '2020-12-31', note: 'Key 7' });
  });

  it('is undone but for what stands in the way, which is named', async () => {
    const rows = await exportRows();
    const reviewed = await review(
      [
        { ...rowOf(rows, ids.anna), until: '2026-03-31' },
        { ...rowOf(rows, ids.beat), until: '2026-08-31' },
        { ...rowOf(rows, ids.manager), note: 'Caretaker' },
      ],
      'tenancy',
    );
    await applied(reviewed, TYPE);
    const back = { ...HOME(), user_id: people.anna, apartment_id: home.one, since: '2026-05-01' };
    expect((await api.call('POST', PATH, back)).status).toBe(201);
    expect(await undo()).toMatchObject({
      restored: 2,
      kept: [{ id: ids.anna, code: 'tenancy_overlaps', reason: OVERLAP }],
    });
    expect(await read(ids.anna)).toMatchObject({ until: '2026-03-31' });
    expect(await read(ids.beat)).toMatchObject({ until: '2030-12-31' });
  });

  it('is undone but for days that would end before they begin, and for who is inactive', async () => {
    const rows = await exportRows();
    const reviewed = await review(
      [
        { ...rowOf(rows, ids.beat), until: '2040-12-31' },
        { ...rowOf(rows, ids.anna), until: '2026-06-15' },
        { ...rowOf(rows, ids.manager), note: 'Caretaker' },
      ],
      'tenancy',
    );
    await applied(reviewed, TYPE);
    await api.call('PUT', `${PATH}/${ids.beat}`, { since: '2031-01-01' });
    expect(await undo()).toMatchObject({
      restored: 2,
      kept: [{ id: ids.beat, reason: 'The last day is before the first' }],
    });
    await applied(
      await review([{ ...rowOf(rows, ids.anna), until: '2026-06-15' }], 'tenancy'),
      TYPE,
    );
    await api.call('DELETE', `/admin/users/${people.anna}`);
    expect(await undo()).toMatchObject({
      restored: 0,
      kept: [{ id: ids.anna, reason: 'This person is inactive. Restore the user first.' }],
    });
    expect(await read(ids.anna)).toMatchObject({ state: 'past' });
  });

  it('creates what has no id as a row of people and tenancies', async () => {
    const row = rowOf(await exportRows(), ids.beat);
    const reviewed = await review(
      [{ ...row, id: '', row_version: '', name: 'Carla Bianchi', email: '', role: 'owner' }],
      'tenancy',
    );
    expect(reviewed).toMatchObject({
      new_rows: [{ last_name: 'Carla Bianchi', condo_id: home.condo, role: 'owner' }],
      invalid_rows: [],
    });
    expect(await applied(reviewed, TYPE)).toMatchObject({ created: 1, changed: 0, errors: [] });
    expect(await undo()).toEqual({ removed: 1, restored: 0, kept: [] });
  });
});

it('without row_version the export of residents is a file of people and tenancies', async () => {
  const rows = (await exportRows()).map(({ row_version: _version, ...row }) => row);
  const again = await validate(api, 'tenancy', toCsv(rows));
  expect(again.valid_rows).toEqual([]);
  expect(again.invalid_rows.map(({ error }) => error)).toEqual(
    rows.map(({ since }) => `since${since ? ` "${since}"` : ''}: ${OVERLAP}`),
  );
  // In another portfolio it creates them.
  await api.db.execute('delete from user_condo_associations');
  await api.db.execute('delete from users where not is_superuser');
  const { valid_rows, invalid_rows } = await validate(api, 'tenancy', toCsv(rows));
  expect(invalid_rows).toEqual([]);
  expect(await create(api, 'tenancy', valid_rows)).toEqual({ created: 3, errors: [] });
  expect(content(await exportRows())).toEqual(content(rows));
});
