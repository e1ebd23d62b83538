import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { condoFields, readCondo } from '~/condos/fields';
import { condoSchema } from '~/condos/schema';
import { rowVersion } from '~/imports/row-version.server';
import { proposals as proposalTable } from '~/platform/database/schema/proposals';
import { removeOldProposals } from '~/proposals/server/proposals.repo';
import { apartments, condos } from '~/platform/database/schema/records';
import { errorOf, rejectionOf, statusesOf } from '../../support/api';
import { aCondo } from '../../support/builders';
import { DAY_MS, PATH, proposalDesk } from './proposal-desk';

const { time, api, proposed, apply, applied, review, list, aBuilding, anApartment } =
  proposalDesk();

const nameOf = async (id: number) =>
  (await api.db.select().from(condos).where(eq(condos.id, id)))[0]?.name;

it('a proposal of changes and new records is reviewed, applied as one import, and undone', async () => {
  const alpha = await aBuilding({ name: 'Alpha', description: null });
  const beta = { ...aCondo({ name: 'Beta' }), number_of_units: '12' };
  const made = await proposed('condo', [
    { ...alpha, values: { name: 'Alpha Nova', description: 'New' } },
    { values: beta },
  ]);
  expect(made).toMatchObject({
    kind: 'condo',
    reason: 'From the land register',
    status: 'open',
    author_id: api.adminId,
    author_state: 'active',
    token: null,
    creates: 1,
    changes: 1,
    touches: ['Alpha', 'Beta'],
    created_at: time.now.toISOString(),
    expires_at: new Date(time.now.getTime() + 30 * DAY_MS).toISOString(),
  });
  expect(await nameOf(alpha.id)).toBe('Alpha');
  const { rows, ...listed } = await review(made.id);
  expect(listed).toEqual({ ...made, names: {} });
  expect(rows).toMatchObject([
    {
      row: 0,
      action: 'change',
      ...alpha,
      name: 'Alpha',
      old: { name: 'Alpha', description: null },
      values: { name: 'Alpha Nova', description: 'New' },
      state: 'current',
    },
    {
      row: 1,
      action: 'create',
      id: null,
      version: null,
      old: null,
      name: 'Beta',
      state: 'current',
    },
  ]);
  // As it will be stored.
  expect(rows[1]?.values.number_of_units).toBe(12);
  const { import_id, ...counts } = await applied(made.id, { version: made.version });
  expect(counts).toEqual({ created: 1, changed: 1 });
  expect(await nameOf(alpha.id)).toBe('Alpha Nova');
  expect(await list()).toMatchObject([
    { id: made.id, status: 'applied', import_id, undone_at: null },
  ]);
  const undo = await api.call('POST', `/admin/bulk-imports/${import_id}/undo`);
  expect(await undo.json()).toMatchObject({ removed: 1, restored: 1, kept: [] });
  expect(await api.db.select({ name: condos.name }).from(condos)).toEqual([{ name: 'Alpha' }]);
  expect(await list()).toMatchObject([{ status: 'applied', undone_at: time.now.toISOString() }]);
});

it('a proposal sent again with its Idempotency-Key is made once; with another key it is made again', async () => {
  const body = { kind: 'condo', reason: 'New', rows: [{ action: 'create', values: aCondo() }] };
  const sent = (key: string, fields: object = {}) =>
    api.call('POST', PATH, { ...body, ...fields }, { 'idempotency-key': key });
  const first: unknown = await (await sent('one')).json();
  const again = await sent('one');
  expect([again.status, await again.json()]).toEqual([201, first]);
  expect(await list()).toEqual([first]);
  expect(await rejectionOf(sent('one', { reason: 'Other' }))).toBe(
    '422 This Idempotency-Key was used for something else',
  );
  expect(await statusesOf([sent('two'), sent('two')])).toEqual([201, 201]);
  expect(await list()).toHaveLength(2);
});

it('a proposal is applied in part, with an edited value', async () => {
  const [first, second] = [await aBuilding({ name: 'One' }), await aBuilding({ name: 'Two' })];
  const made = await proposed('condo', [
    { ...first, values: { name: 'Uno' } },
    { ...second, values: { name: 'Due', city: 'Lugano' } },
    { values: aCondo({ name: 'Tre' }) },
  ]);
  const rows = [{ row: 1, values: { name: 'Deux' } }];
  expect(await applied(made.id, { version: made.version, rows })).toMatchObject({
    created: 0,
    changed: 1,
  });
  const stored = await api.db.select().from(condos).orderBy(condos.id);
  expect(stored.map(({ name }) => name)).toEqual(['One', 'Deux']);
  expect(stored[1]?.city).toBe('Lugano');
});

it('writes nothing where everything is stored already', async () => {
  const alpha = await aBuilding({ name: 'Alpha' });
  const made = await proposed('condo', [{ ...alpha, values: { name: ' Alpha ' } }]);
  const nothing = { created: 0, changed: 0, import_id: null };
  expect(await applied(made.id, { version: made.version })).toEqual(nothing);
});

describe('conflicts', () => {
  it('name the records that have changed or gone since, also of a part, and nothing is written', async () => {
    const [one, two, three] = [
      await aBuilding({ name: 'One' }),
      await aBuilding({ name: 'Two' }),
      await aBuilding({ name: 'Three' }),
    ];
    const values = { city: 'Chur' };
    const made = await proposed(
      'condo',
      [one, two, three].map((row) => Object.assign({}, row, { values })),
    );
    await api.call('PUT', `/admin/condos/${two.id}`, { name: 'Two and a half' });
    await api.call('DELETE', `/admin/condos/${three.id}`);
    const { rows } = await review(made.id);
    expect(rows.map(({ state }) => state)).toEqual(['current', 'changed', 'deleted']);
    expect(await errorOf(apply(made.id, { version: made.version }))).toEqual({
      status: 409,
      detail: `Nothing was written. Changed since the proposal was made: Two and a half, #${three.id}`,
      errors: [
        { field: 'rows.1', message: 'the record was changed after the proposal was made' },
        { field: 'rows.2', message: 'the record is gone, or may no longer be changed' },
      ],
    });
    const part = { version: made.version, rows: [{ row: 0 }, { row: 1 }] };
    expect(await errorOf(apply(made.id, part))).toMatchObject({
      status: 409,
      errors: [{ field: 'rows.1' }],
    });
    const cities = await api.db.select({ city: condos.city }).from(condos);
    expect(cities).not.toContainEqual(values);
    const rest = { version: made.version, rows: [{ row: 0 }] };
    expect(await applied(made.id, rest)).toMatchObject({ changed: 1 });
  });

  it('are there from the beginning for another version, and not for that of a review', async () => {
    const alpha = await aBuilding();
    const { version } = alpha;
    const stored = await api.read(condoSchema, 'GET', `/admin/condos/${alpha.id}`);
    const reviewed = rowVersion(condoFields, readCondo(stored));
    const forms = [version, `W/${version}`, version.replaceAll('"', ''), reviewed];
    for (const sent of [...forms, '"other"']) {
      const made = await proposed('condo', [{ ...alpha, version: sent, values: { name: 'New' } }]);
      const { rows } = await review(made.id);
      expect(rows[0]?.state).toBe(sent === '"other"' ? 'changed' : 'current');
    }
  });

  it('end a second apply and reject, another version, and a time that is over', async () => {
    const made = await proposed('condo', [{ values: aCondo() }]);
    const { version } = made;
    expect(await rejectionOf(apply(made.id, { version: 'other' }))).toBe(
      '412 This proposal has changed since it was reviewed. Review it again.',
    );
    const both = [apply(made.id, { version }), apply(made.id, { version })];
    expect(await statusesOf(both)).toEqual([200, 409]);
    expect(await api.db.$count(condos)).toBe(1);
    const decided = '409 This proposal has already been applied or rejected.';
    for (const call of ['apply', 'reject'])
      expect(
        await rejectionOf(
          api.call('POST', `${PATH}/${made.id}/${call}`, call === 'apply' ? { version } : {}),
        ),
      ).toBe(decided);
    const late = await proposed('condo', [{ values: aCondo({ name: 'Late' }) }]);
    time.now = new Date(time.now.getTime() + 30 * DAY_MS);
    expect(await list('?status=expired')).toMatchObject([{ id: late.id }]);
    const expired = '409 This proposal has expired.';
    expect(await rejectionOf(apply(late.id, { version: late.version }))).toBe(expired);
    expect(await rejectionOf(api.call('POST', `${PATH}/${late.id}/reject`, {}))).toBe(expired);
  });
});

it('a proposal is rejected with a reason, and stays listed for 90 days', async () => {
  const made = await proposed('condo', [{ values: aCondo() }]);
  const rejected = await api.call('POST', `${PATH}/${made.id}/reject`, { reason: ' Not ours ' });
  expect(rejected.status).toBe(204);
  const shown = { id: made.id, status: 'rejected', rejection: 'Not ours', import_id: null };
  expect(await list('?status=rejected')).toMatchObject([shown]);
  expect(await list('?status=open')).toEqual([]);
  time.now = new Date(time.now.getTime() + 90 * DAY_MS - 1);
  expect(await list()).toHaveLength(1);
  await removeOldProposals(api.db, time.now);
  time.now = new Date(time.now.getTime() + 1);
  expect(await list()).toEqual([]);
  expect((await api.call('GET', `${PATH}/${made.id}`)).status).toBe(404);
  expect(await api.db.$count(proposalTable)).toBe(1);
  await removeOldProposals(api.db, time.now);
  expect(await api.db.$count(proposalTable)).toBe(0);
});

it('a proposal can swap the numbers of apartments, and give one a number that becomes free', async () => {
  const { id } = await aBuilding();
  const [first, second] = [await anApartment(id, '1'), await anApartment(id, '2')];
  const made = await proposed('apartment', [
    { ...first, values: { apartment_number: '2', parking_spot_number: ' 7, 7,8' } },
    { ...second, values: { apartment_number: '3' } },
    { values: { condo_id: id, apartment_number: '1' } },
  ]);
  expect((await review(made.id)).rows[0]?.values.parking_spot_number).toBe('7,8');
  expect(await applied(made.id, { version: made.version })).toMatchObject({
    created: 1,
    changed: 2,
  });
  const numbers = await api.db.select({ number: apartments.apartment_number }).from(apartments);
  expect(numbers.map(({ number }) => number).toSorted()).toEqual(['1', '2', '3']);
});

it('a proposal that a newer apartment conflicts with is rejected with its row', async () => {
  const { id } = await aBuilding();
  const made = await proposed('apartment', [{ values: { condo_id: id, apartment_number: '1' } }]);
  await anApartment(id, '1');
  expect(await errorOf(apply(made.id, { version: made.version }))).toMatchObject({
    status: 422,
    errors: [{ field: 'rows.0.values.apartment_number' }],
  });
});
