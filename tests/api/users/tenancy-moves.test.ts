import { beforeEach, describe, expect, it } from 'vitest';
import { z } from '~/fields/zod';
import { tenancyBegunSchema, tenancyRecordSchema } from '~/users/schema';
import { errorOf, fieldError, insertUser, rejectionOf, statusesOf } from '../../support/api';
import { inOrder } from '../../support/connections';
import { insertApartment, insertCondo } from '../../support/places';
import {
  api,
  create,
  get,
  GONE,
  home,
  move,
  openHome,
  PATH,
  post,
  put,
  remove,
  tagOf,
  tenancies,
} from './home';

openHome();

/** A move, and the call that undoes it. */
const movedOnce = async () => {
  const { id } = await create({ since: '2026-01-01' });
  const body = { apartment_id: home.two, on: '2026-03-01' };
  const begun = await api.read(tenancyBegunSchema, 'POST', `${PATH}/${id}/move`, body, 201);
  expect([begun.version, begun.ended]).toEqual([
    await tagOf(begun.id),
    { id, version: await tagOf(id) },
  ]);
  const removes = { id: begun.id, version: begun.version };
  const headers = { 'if-match': begun.ended?.version ?? '' };
  return { id, begun, undo: () => put(id, { until: null, removes }, headers) };
};
const lastDays = async () => (await tenancies('?past=true')).map(({ id, until }) => [id, until]);

describe('POST /admin/user-condo-associations/{id}/move', () => {
  it('is not possible on the first day of all, as the tenancy would end before it', async () => {
    const { id } = await create();
    const rejected = fieldError('on', 'The day of the move must be after the first day');
    expect(await errorOf(move(id, { apartment_id: home.two, on: '1900-01-01' }))).toEqual(rejected);
    expect((await move(id, { apartment_id: home.two, on: '1900-01-02' })).status).toBe(201);
    expect((await get(id)).until).toBe('1900-01-01');
  });

  it('ends one the day before and begins the other, which takes over the rest', async () => {
    const { id } = await create({ since: '2026-01-01', until: '2027-12-31', note: 'Key 12' });
    const response = await move(id, { apartment_id: home.two, on: '2026-09-01' });
    expect(response.status).toBe(201);
    const moved = tenancyRecordSchema.parse(await response.json());
    expect(moved).toMatchObject({
      apartment_number: '2',
      role: 'renter',
      since: '2026-09-01',
      until: '2027-12-31',
      note: 'Key 12',
      state: 'coming',
    });
    expect(await get(id)).toMatchObject({ apartment_number: '1', until: '2026-08-31' });
  });

  describe('is undone by one PUT', () => {
    it('which writes the last day of before and removes the new one', async () => {
      const { id, undo } = await movedOnce();
      expect((await undo()).status).toBe(200);
      expect(await lastDays()).toEqual([[id, null]]);
      expect(await rejectionOf(undo())).toMatch(/^412 /);
    });

    it.each(['old', 'new'] as const)('or by none where the %s one was changed', async (which) => {
      const { id, begun, undo } = await movedOnce();
      await put(which === 'old' ? id : begun.id, { note: 'Key 12' });
      expect(await rejectionOf(undo())).toBe(
        '412 Someone else has changed this association in the meantime',
      );
      expect(await lastDays()).toEqual([
        [id, '2026-02-28'],
        [begun.id, null],
      ]);
    });

    it('or by none where the new one was removed', async () => {
      const { id, begun, undo } = await movedOnce();
      await api.call('DELETE', `${PATH}/${begun.id}`);
      const unknown = fieldError('removes.id', 'Association not found');
      expect(await errorOf(undo())).toEqual(unknown);
      expect(await lastDays()).toEqual([[id, '2026-02-28']]);
    });
  });

  it('is one entry of the history', async () => {
    const { id } = await create({ since: '2026-01-01' });
    await move(id, { apartment_id: home.two, on: '2026-03-01' });
    const entries = z.object({
      entries: z.array(z.object({ change_count: z.int(), action: z.string() })),
    });
    const {
      entries: [newest],
    } = await api.read(entries, 'GET', '/admin/history');
    expect(newest).toMatchObject({ action: 'changed', change_count: 2 });
  });

  it.each([
    ['one', '2026-09-01', 'apartment_id', 'This is the apartment that the move begins in'],
    ['two', '2026-01-01', 'on', 'The day of the move must be after the first day'],
    ['two', '2027-01-01', 'on', 'The tenancy has ended before that day'],
    ['two', '2201-01-01', 'on', 'The date must be between 1900-01-01 and 2200-12-31'],
  ] as const)('rejects a move to %s on %s', async (apartment, on, field, message) => {
    const { id } = await create({ since: '2026-01-01', until: '2026-12-31' });
    const body = { apartment_id: home[apartment], on };
    expect(await errorOf(move(id, body))).toEqual(fieldError(field, message));
    expect(await get(id)).toMatchObject({ until: '2026-12-31' });
  });

  it('rejects an apartment of another building', async () => {
    const { id } = await create();
    const other = await insertApartment(api.db, await insertCondo(api.db, 'Rosengarten'), '1');
    const rejected = fieldError('apartment_id', 'Apartment not found in this building');
    expect(await errorOf(move(id, { apartment_id: other, on: '2026-09-01' }))).toEqual(rejected);
  });

  it.each([
    [{ apartment_id: 2147483000 }, 'apartment_id', 'Apartment not found in this building'],
    [{ apartment_id: null }, 'apartment_id', 'Apartment selection is required'],
    [{ on: null }, 'on', 'Please enter a valid date (YYYY-MM-DD)'],
    [{ on: '2026-02-30' }, 'on', 'Please enter a valid date (YYYY-MM-DD)'],
    [{ on: '1899-12-31' }, 'on', 'The date must be between 1900-01-01 and 2200-12-31'],
  ])('rejects %o', async (fields, field, message) => {
    const { id } = await create();
    const body = { apartment_id: home.two, on: '2026-09-01', ...fields };
    expect(await errorOf(move(id, body))).toEqual(fieldError(field, message));
    expect(await lastDays()).toEqual([[id, null]]);
  });

  it('answers 404 for an unknown one', async () => {
    const unknown = move(2147483000, { apartment_id: home.two, on: '2026-09-01' });
    expect(await rejectionOf(unknown)).toBe('404 Association not found');
  });

  it.each(GONE)('moves nobody who is %s', async (how, reason) => {
    const { id } = await create({ since: '2020-01-01', until: '2026-06-30' });
    await remove(how);
    const moved = await rejectionOf(move(id, { apartment_id: home.two, on: '2026-03-01' }));
    // The past of somebody who was erased went with them.
    expect(moved).toBe(how === 'erased' ? '404 Association not found' : `409 ${reason}`);
  });

  it('lets one of two at once through', async () => {
    const { id } = await create({ since: '2026-01-01' });
    const headers = { 'if-match': await tagOf(id) };
    const moves = ['2026-09-01', '2026-10-01'].map((on) =>
      move(id, { apartment_id: home.two, on }, headers),
    );
    expect(await statusesOf(moves)).toEqual([201, 412]);
  });
});

describe('two opposite changes at once both go through, one behind the other', () => {
  let other: number;
  let one: number;
  let two: number;

  beforeEach(async () => {
    other = await insertUser(api.db, { first_name: 'Beat', last_name: 'Muster' });
    one = (await create({ since: '2026-01-01' })).id;
    two = (await create({ user_id: other, apartment_id: home.two, since: '2026-01-01' })).id;
  });

  const LOCKED = () => `select from users where id in (${home.person}, ${other}) for update`;

  it('changes of tenants, in which each takes the place of the other', async () => {
    const on = { since: '2026-08-01' };
    const swap = [
      () => post({ ...on, user_id: other, ends: { id: one, until: '2026-07-31' } }),
      () => post({ ...on, apartment_id: home.two, ends: { id: two, until: '2026-07-31' } }),
    ];
    expect(await inOrder(api.database, LOCKED(), swap)).toEqual([201, 201]);
    expect((await tenancies('?as_of=2026-08-01')).map(({ user_id }) => user_id)).toEqual([
      other,
      home.person,
    ]);
  });

  it('moves from one apartment to the other', async () => {
    const on = '2026-08-01';
    const moves = [
      () => move(one, { apartment_id: home.two, on }),
      () => move(two, { apartment_id: home.one, on }),
    ];
    expect(await inOrder(api.database, LOCKED(), moves)).toEqual([201, 201]);
    expect((await tenancies(`?as_of=${on}`)).map(({ user_id }) => user_id)).toEqual([
      other,
      home.person,
    ]);
  });

  it('past days of one person: the second is told that they would overlap', async () => {
    const past = { user_id: other, apartment_id: home.one };
    const first = await create({ ...past, since: '2020-01-01', until: '2020-06-30' });
    const second = await create({ ...past, since: '2021-06-01', until: '2021-12-31' });
    const locked = `select from user_condo_associations where id in (${first.id}, ${second.id}) for update`;
    const changes = [
      () => put(first.id, { until: '2021-03-31' }),
      () => put(second.id, { since: '2021-01-01' }),
    ];
    expect(await inOrder(api.database, locked, changes)).toEqual([200, 409]);
  });
});
