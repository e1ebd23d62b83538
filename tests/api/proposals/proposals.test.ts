import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { condoFields, readCondo } from '~/condos/fields';
import { condoSchema } from '~/condos/schema';
import { rowVersion } from '~/imports/row-version.server';
import { createToken, hashToken } from '~/accounts/server/tokens';
import { API_TOKEN_PREFIX } from '~/accounts/api-tokens';
import { apiTokens } from '~/platform/database/schema/account';
import { proposals as proposalTable } from '~/platform/database/schema/proposals';
import { removeOldProposals } from '~/proposals/server/proposals.repo';
import { apartments, condos, users } from '~/platform/database/schema/records';
import { personalDataSchema } from '~/users/personal-data';
import { appliedProposalSchema, proposalSchema, reviewedProposalSchema } from '~/proposals/schema';
import {
  apiPerTest,
  errorOf,
  fieldError,
  insertUser,
  refusalOf,
  statusesOf,
} from '../../support/api';
import { aCondo } from '../../support/builders';
import { historyEntries } from '../../support/history';
import { must } from '../../support/must';

const PATH = '/admin/proposals';
const DAY_MS = 24 * 60 * 60_000;

let now = new Date('2026-03-01T10:00:00Z');
const api = apiPerTest({ clock: () => now });

/** A row of a proposal, of whichever shape: the API checks it. */
interface Row {
  action?: string;
  id?: number;
  version?: string;
  values: object;
}

const send = (kind: string, rows: readonly Row[], by: Pick<typeof api, 'call'> = api) =>
  by.call('POST', PATH, {
    kind,
    reason: 'From the land register',
    rows: rows.map((row) => ({ action: row.id === undefined ? 'create' : 'change', ...row })),
  });

/** Addresses are left out for a token without personal data. */
const listedSchema = proposalSchema.partial({ author_email: true, decided_by_email: true });

async function proposed(...asked: Parameters<typeof send>) {
  const answer = await send(...asked);
  expect(answer.status).toBe(201);
  return listedSchema.parse(await answer.json());
}

const apply = (id: number, body: object, by: Pick<typeof api, 'call'> = api) =>
  by.call('POST', `${PATH}/${id}/apply`, body);
const applied = async (...asked: Parameters<typeof apply>) =>
  appliedProposalSchema.parse(await (await apply(...asked)).json());
const review = (id: number) => api.read(reviewedProposalSchema, 'GET', `${PATH}/${id}`);
const list = (query = '') => api.read(proposalSchema.array(), 'GET', PATH + query);

/** A stored record as a row names it. */
async function seen(path: string): Promise<{ id: number; version: string }> {
  const answer = await api.call('GET', path);
  const { id } = proposalSchema.pick({ id: true }).parse(await answer.json());
  return { id, version: must(answer.headers.get('etag'), 'ETag') };
}

async function aBuilding(values: object = {}) {
  const answer = await api.call('POST', '/admin/condos', aCondo(values));
  const { id } = proposalSchema.pick({ id: true }).parse(await answer.json());
  return seen(`/admin/condos/${id}`);
}

async function anApartment(condo_id: number, apartment_number: string) {
  const answer = await api.call('POST', '/admin/apartments', { condo_id, apartment_number });
  const { id } = proposalSchema.pick({ id: true }).parse(await answer.json());
  return seen(`/admin/apartments/${id}`);
}

async function aPerson(values: Parameters<typeof insertUser>[1] = {}) {
  return seen(`/admin/users/${await insertUser(api.db, { first_name: 'Bea', ...values })}`);
}

/** An administrator's token for scripts. */
async function aToken(user_id: number, values: Partial<typeof apiTokens.$inferInsert> = {}) {
  const token = API_TOKEN_PREFIX + createToken();
  await api.db.insert(apiTokens).values({
    user_id,
    name: 'Nightly',
    scope: 'propose',
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + 365 * DAY_MS),
    ...values,
  });
  return api.as(token);
}

const nameOf = async (id: number) =>
  (await api.db.select().from(condos).where(eq(condos.id, id)))[0]?.name;

it('is made of changes and new records, reviewed, applied as one import, and taken back', async () => {
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
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + 30 * DAY_MS).toISOString(),
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
  expect(await list()).toMatchObject([{ status: 'applied', undone_at: now.toISOString() }]);
});

it('is applied in part, with an edited value', async () => {
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
    expect(await refusalOf(apply(made.id, { version: 'other' }))).toBe(
      '412 This proposal has changed since it was reviewed. Review it again.',
    );
    const both = [apply(made.id, { version }), apply(made.id, { version })];
    expect(await statusesOf(both)).toEqual([200, 409]);
    expect(await api.db.$count(condos)).toBe(1);
    const decided = '409 This proposal has already been applied or rejected.';
    for (const call of ['apply', 'reject'])
      expect(
        await refusalOf(
          api.call('POST', `${PATH}/${made.id}/${call}`, call === 'apply' ? { version } : {}),
        ),
      ).toBe(decided);
    const late = await proposed('condo', [{ values: aCondo({ name: 'Late' }) }]);
    now = new Date(now.getTime() + 30 * DAY_MS);
    expect(await list('?status=expired')).toMatchObject([{ id: late.id }]);
    const expired = '409 This proposal has expired.';
    expect(await refusalOf(apply(late.id, { version: late.version }))).toBe(expired);
    expect(await refusalOf(api.call('POST', `${PATH}/${late.id}/reject`, {}))).toBe(expired);
  });
});

it('is rejected with a word, and stays listed for 90 days', async () => {
  const made = await proposed('condo', [{ values: aCondo() }]);
  const rejected = await api.call('POST', `${PATH}/${made.id}/reject`, { reason: ' Not ours ' });
  expect(rejected.status).toBe(204);
  const shown = { id: made.id, status: 'rejected', rejection: 'Not ours', import_id: null };
  expect(await list('?status=rejected')).toMatchObject([shown]);
  expect(await list('?status=open')).toEqual([]);
  now = new Date(now.getTime() + 90 * DAY_MS - 1);
  expect(await list()).toHaveLength(1);
  await removeOldProposals(api.db, now);
  now = new Date(now.getTime() + 1);
  expect(await list()).toEqual([]);
  expect((await api.call('GET', `${PATH}/${made.id}`)).status).toBe(404);
  expect(await api.db.$count(proposalTable)).toBe(1);
  await removeOldProposals(api.db, now);
  expect(await api.db.$count(proposalTable)).toBe(0);
});

const rejectedRow = async (kind: string, row: Row, field: string, message: string) =>
  expect(await errorOf(send(kind, [row]))).toEqual(fieldError(`rows.0${field}`, message));

describe('is rejected by naming row and field:', () => {
  it('unknown kinds, keys, fields and records', async () => {
    const alpha = await aBuilding();
    expect(await errorOf(send('tenancy', [{ values: {} }]))).toMatchObject({
      status: 422,
      errors: [{ field: 'kind' }],
    });
    const more = { ...alpha, values: { name: 'x' }, other: 1 };
    expect(await errorOf(send('condo', [more]))).toMatchObject({
      status: 422,
      errors: [{ field: 'rows.0' }],
    });
    for (const name of ['image_url', 'id', 'created_at', 'rights', 'constructor']) {
      const values = { [name]: 'x' };
      await rejectedRow(
        'condo',
        { ...alpha, values },
        `.values.${name}`,
        'is no field that can be proposed',
      );
    }
    const unknown = { ...alpha, id: 4_711, values: { name: 'x' } };
    const gone = 'there is no such record, or nobody may propose a change of it';
    await rejectedRow('condo', unknown, '.id', gone);
    expect(await list()).toEqual([]);
  });

  it('invalid values, by the rules of the forms', async () => {
    const alpha = await aBuilding();
    const unnamed = await errorOf(send('condo', [{ ...alpha, values: { name: ' ' } }]));
    expect(unnamed).toEqual(fieldError('rows.0.values.name', 'Building Name is required'));
    for (const [field, value] of [
      ['name', null],
      ['website', 'javascript:alert(1)'],
      ['number_of_units', 0],
      ['date_built', '2026-02-30'],
    ] as const) {
      const answer = await errorOf(send('condo', [{ ...alpha, values: { [field]: value } }]));
      expect(answer).toMatchObject({ status: 422, errors: [{ field: `rows.0.values.${field}` }] });
    }
    expect(await errorOf(send('condo', [{ values: { name: 'Alone' } }]))).toMatchObject({
      status: 422,
      errors: ['address', 'city', 'state', 'zip_code', 'country'].map((name) => ({
        field: `rows.0.values.${name}`,
      })),
    });
    expect((await send('condo', [{ ...alpha, values: { name: ['x'] } }])).status).toBe(422);
    expect((await send('condo', [{ ...alpha, values: { name: 'a\0b' } }])).status).toBe(422);
  });

  it('rows without what they need', async () => {
    const alpha = await aBuilding();
    const unnamed = 'a change needs the id and the version of its record';
    await rejectedRow(
      'condo',
      { ...alpha, version: '', values: { name: 'x' } },
      '.version',
      unnamed,
    );
    await rejectedRow(
      'condo',
      { action: 'change', version: alpha.version, values: { name: 'x' } },
      '.id',
      unnamed,
    );
    await rejectedRow(
      'condo',
      { action: 'create', ...alpha, values: aCondo() },
      '.id',
      'a new record has neither id nor version',
    );
    await rejectedRow('condo', { ...alpha, values: {} }, '.values', 'at least one value is needed');
    for (const body of [{ rows: [] }, { reason: ' ' }, { reason: 'x'.repeat(1_001) }]) {
      const whole = {
        kind: 'condo',
        reason: 'Why',
        rows: [{ action: 'create', values: aCondo() }],
      };
      expect((await api.call('POST', PATH, { ...whole, ...body })).status).toBe(422);
    }
  });

  it('one record twice, new ones that exist, and buildings that do not', async () => {
    const alpha = await aBuilding({ name: 'Alpha' });
    const values = { city: 'Chur' };
    const twice = await errorOf(
      send('condo', [
        { ...alpha, values },
        { ...alpha, values },
      ]),
    );
    expect(twice).toEqual(fieldError('rows.1.id', 'row 0 is about the same record'));
    const same = aCondo({ name: 'Twin' });
    expect(await errorOf(send('condo', [{ values: same }, { values: same }]))).toMatchObject({
      status: 422,
      errors: [{ field: 'rows.1.values.name' }],
    });
    const home = await anApartment(alpha.id, '1');
    for (const row of [
      { values: { condo_id: 4_711, apartment_number: '2' } },
      { ...home, values: { condo_id: 4_711 } },
    ])
      expect(await errorOf(send('apartment', [row]))).toMatchObject({
        status: 422,
        errors: [{ field: 'rows.0.values.condo_id', message: 'there is no building with this id' }],
      });
    const taken = { values: { condo_id: alpha.id, apartment_number: '1' } };
    expect(await errorOf(send('apartment', [taken]))).toMatchObject({
      status: 422,
      errors: [{ field: 'rows.0.values.apartment_number' }],
    });
  });

  it('what is edited before it is applied, and rows that are not there', async () => {
    const made = await proposed('condo', [{ values: aCondo() }]);
    const { version } = made;
    for (const [rows, field] of [
      [[{ row: 0, values: { name: '' } }], 'rows.0.values.name'],
      [[{ row: 0, values: { is_superuser: true } }], 'rows.0.values.is_superuser'],
      [[{ row: 1 }], 'rows.1'],
      [[{ row: 0 }, { row: 0 }], 'rows.0'],
    ] as const)
      expect(await errorOf(apply(made.id, { version, rows }))).toMatchObject({
        status: 422,
        errors: [{ field }],
      });
    for (const body of [{}, { version, rows: [] }, { version, other: 1 }])
      expect((await apply(made.id, body)).status).toBe(422);
    expect(await list('?status=open')).toHaveLength(1);
  });
});

it('of apartments that swap their numbers, and of one that takes a number that becomes free', async () => {
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

it('that an apartment stands in the way of later is refused with its row', async () => {
  const { id } = await aBuilding();
  const made = await proposed('apartment', [{ values: { condo_id: id, apartment_number: '1' } }]);
  await anApartment(id, '1');
  expect(await errorOf(apply(made.id, { version: made.version }))).toMatchObject({
    status: 422,
    errors: [{ field: 'rows.0.values.apartment_number' }],
  });
});

describe('of people', () => {
  it('changes names and phone alone', async () => {
    const bea = await aPerson();
    const made = await proposed('user', [
      { ...bea, values: { last_name: 'Muster', phone: '079 123 45 67' } },
    ]);
    expect(made.touches).toEqual(['Bea']);
    const { import_id } = await applied(made.id, { version: made.version });
    const stored = () => api.db.select().from(users).where(eq(users.id, bea.id));
    expect(await stored()).toMatchObject([
      { first_name: 'Bea', last_name: 'Muster', phone: '079 123 45 67' },
    ]);
    await api.call('POST', `/admin/bulk-imports/${import_id}/undo`);
    expect(await stored()).toMatchObject([{ first_name: 'Bea', last_name: null, phone: null }]);
    for (const name of ['email', 'is_active', 'is_superuser', 'rights', 'password_hash']) {
      const answer = await errorOf(send('user', [{ ...bea, values: { [name]: 'x@example.org' } }]));
      expect(answer).toEqual(
        fieldError(`rows.0.values.${name}`, 'is no field that can be proposed'),
      );
    }
  });

  it('creates nobody, and touches neither administrators nor who was erased or merged', async () => {
    const values = { last_name: 'Muster' };
    expect(await errorOf(send('user', [{ values }]))).toEqual(
      fieldError('rows.0.action', 'nobody is created by a proposal'),
    );
    const kept = await aPerson();
    const others = [
      await aPerson({ is_superuser: true }),
      await aPerson({ is_active: false, erased_at: now }),
      await aPerson({ is_active: false, merged_into: kept.id }),
    ];
    for (const row of others)
      expect(await errorOf(send('user', [{ ...row, values }]))).toMatchObject({
        status: 422,
        errors: [{ field: 'rows.0.id' }],
      });
  });

  it('is no longer applied to somebody who became an administrator', async () => {
    const bea = await aPerson();
    const made = await proposed('user', [{ ...bea, values: { last_name: 'Muster' } }]);
    await api.db.update(users).set({ is_superuser: true }).where(eq(users.id, bea.id));
    expect((await apply(made.id, { version: made.version })).status).toBe(409);
  });
});

it('of a person is exported and erased with them', async () => {
  const [bea, cleo] = [await aPerson(), await aPerson({ first_name: 'Cleo' })];
  const made = await proposed('user', [
    { ...bea, values: { phone: '079 111 11 11' } },
    { ...cleo, values: { phone: '079 222 22 22' } },
  ]);
  const alone = await proposed('user', [{ ...bea, values: { last_name: 'Muster' } }]);
  const file = await api.read(personalDataSchema, 'GET', `/admin/personal-data/${bea.id}`);
  expect(file.proposed_changes).toEqual([
    { proposal_id: made.id, created_at: now.toISOString(), values: { phone: '079 111 11 11' } },
    { proposal_id: alone.id, created_at: now.toISOString(), values: { last_name: 'Muster' } },
  ]);
  const own = await api.read(personalDataSchema, 'GET', `/admin/personal-data/${api.adminId}`);
  expect(own.proposals).toMatchObject([{ reason: 'From the land register' }, { id: alone.id }]);
  expect(JSON.stringify(own)).not.toContain('079 ');
  await api.db.update(users).set({ is_active: false }).where(eq(users.id, bea.id));
  expect((await api.call('DELETE', `/admin/personal-data/${bea.id}`)).status).toBe(204);
  // What was reviewed is no longer what would be applied; rows keep their places.
  expect((await apply(made.id, { version: made.version })).status).toBe(412);
  const { rows, version } = await review(made.id);
  expect(rows).toMatchObject([{ row: 1, id: cleo.id, state: 'current' }]);
  expect(await list()).toHaveLength(1);
  expect(await applied(made.id, { version, rows: [{ row: 1 }] })).toMatchObject({ changed: 1 });
});

const authorState = async () => (await list())[0]?.author_state;

describe('its author', () => {
  it('is named with their token, whether that has ended or they may no longer propose', async () => {
    const bo = await api.administrator({ first_name: 'Bo', rights: 'propose' });
    const token = await aToken(bo.userId);
    const made = await proposed('condo', [{ values: aCondo() }], token);
    expect(made).toMatchObject({ author_id: bo.userId, author: 'Bo', token: 'Nightly' });
    expect(await authorState()).toBe('active');
    await api.db.delete(apiTokens);
    expect(await authorState()).toBe('revoked');
    now = new Date(now.getTime() + 1_000);
    await aToken(bo.userId);
    expect(await authorState()).toBe('revoked');
    for (const rights of [{ rights: 'look' }, { rights: 'all', is_active: false }] as const) {
      await api.db.update(users).set(rights).where(eq(users.id, bo.userId));
      expect(await authorState()).toBe('withdrawn');
    }
    // It stays, and can be applied.
    expect((await apply(made.id, { version: made.version })).status).toBe(200);
  });

  it('is said in the history, also one who applies what they have proposed themselves', async () => {
    await api.db.update(users).set({ first_name: 'Ada' }).where(eq(users.id, api.adminId));
    const bo = await api.administrator({ first_name: 'Bo' });
    const byScript = await proposed(
      'condo',
      [{ values: aCondo({ name: 'A' }) }],
      await aToken(bo.userId),
    );
    const own = await proposed('condo', [{ values: aCondo({ name: 'B' }) }]);
    for (const { id, version } of [byScript, own]) await apply(id, { version });
    const entries = await historyEntries(api);
    const reason = 'From the land register';
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: 'imported',
        reason,
        actor: { id: api.adminId },
        proposal: { author_id: api.adminId, author: 'Ada', token: null },
      },
      {
        action: 'imported',
        reason,
        actor: { id: api.adminId },
        proposal: { author_id: bo.userId, author: 'Bo', token: 'Nightly' },
      },
    ]);
  });

  it('may read and propose by rights and scope, but neither apply nor reject', async () => {
    const bo = await api.administrator({ rights: 'propose' });
    const look = await api.administrator({ rights: 'look' });
    const script = await aToken(api.adminId);
    const reading = await aToken(api.adminId, { name: 'Reading', scope: 'read' });
    const made = await proposed('condo', [{ values: aCondo() }], bo);
    for (const by of [bo, look, script, reading]) {
      expect((await by.call('GET', `${PATH}/${made.id}`)).status).toBe(200);
      expect((await apply(made.id, { version: made.version }, by)).status).toBe(403);
      expect((await by.call('POST', `${PATH}/${made.id}/reject`, {})).status).toBe(403);
    }
    for (const by of [look, reading])
      expect((await send('condo', [{ values: aCondo() }], by)).status).toBe(403);
    expect((await send('condo', [{ values: aCondo({ name: 'Other' }) }], script)).status).toBe(201);
  });

  it('who sees no personal data learns nothing by versions, and names what they see', async () => {
    const bea = await aPerson({ phone: '079 123 45 67' });
    const script = await aToken(api.adminId, { personal_data: false });
    const answer = await script.call('GET', `/admin/users/${bea.id}`);
    const honest = { id: bea.id, version: must(answer.headers.get('etag'), 'ETag') };
    expect(honest.version).not.toBe(bea.version);
    const made = await proposed('user', [{ ...honest, values: { last_name: 'Muster' } }], script);
    expect((await review(made.id)).rows[0]).toMatchObject({ ...bea, state: 'current' });
    // The version of the whole record, which holds the phone: as good as a guess at it.
    const guess = await proposed('user', [{ ...bea, values: { last_name: 'Muster' } }], script);
    expect((await review(guess.id)).rows[0]?.state).toBe('changed');
  });
});

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    values: aCondo({ name: `N${from + index}` }),
  }));

describe('limits', () => {
  it('50 open ones of an account, also at once, whichever token they come by', async () => {
    const row = {
      kind: 'condo',
      reason: 'Why',
      created_by: api.adminId,
      expires_at: new Date(now.getTime() + DAY_MS),
    } as const;
    await api.db.insert(proposalTable).values(Array.from({ length: 49 }, () => row));
    const script = await aToken(api.adminId);
    const calls = [
      send('condo', [{ values: aCondo() }]),
      send('condo', [{ values: aCondo({ name: 'B' }) }], script),
    ];
    expect(await statusesOf(calls)).toEqual([201, 429]);
    expect(await refusalOf(send('condo', [{ values: aCondo() }]))).toBe(
      '429 You have 50 open proposals. Wait until some of them have been applied or rejected.',
    );
    const other = await api.administrator();
    expect((await send('condo', [{ values: aCondo() }], other)).status).toBe(201);
    now = new Date(now.getTime() + DAY_MS);
    expect((await send('condo', [{ values: aCondo({ name: 'C' }) }])).status).toBe(201);
  });

  it('10,000 rows in the open ones of an account', async () => {
    const full =
      '429 Your open proposals have at most 10,000 rows together. Wait until some of them have been applied or rejected.';
    expect(await refusalOf(send('condo', rows(0, 10_001)))).toBe(full);
    const made = await proposed('condo', rows(0, 9_999));
    expect(await refusalOf(send('condo', rows(9_999, 10_001)))).toBe(full);
    await proposed('condo', rows(9_999, 10_000));
    expect(await applied(made.id, { version: made.version })).toMatchObject({ created: 9_999 });
    await proposed('condo', rows(10_001, 10_002));
  }, 60_000);

  it('10 MB of a call', async () => {
    const values = aCondo({ description: 'x'.repeat(10 * 1024 * 1024) });
    expect((await send('condo', [{ values }])).status).toBe(413);
  });
});
