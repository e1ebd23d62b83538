import { beforeAll, describe, expect, it } from 'vitest';
import { createdApiTokenSchema, type NewApiToken } from '~/accounts/api-tokens';
import { FINDING_KINDS } from '~/checks/schema';
import { z } from '~/fields/zod';
import { historyPageSchema } from '~/history/answers';
import { BULK_TYPES } from '~/imports/schema';
import { bulkImports } from '~/platform/database/schema/bulk';
import { apiTokens } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import { DECLARED_CALLS } from '~/rpc/calls';
import { createApi } from '~/rpc/embedded/app.server';
import { eq } from 'drizzle-orm';
import { apiPerFile, createRequest, errorOf, fieldError, refusalOf } from '../../support/api';
import { aCondo, anApartment } from '../../support/builders';
import { formOf } from '../../support/form-of';
import { must } from '../../support/must';

const api = apiPerFile();

/** What each e-mail address and note has, and each phone. */
const SECRET = /secret|797777777/;
const PHONE = '+41 79 777 77 77';
const email = (name: string) => `${name}-secret@secret.example`;

const withId = z.object({ id: z.int() });
const post = async (path: string, body: object) =>
  (await api.read(withId, 'POST', path, body, 201)).id;

async function propose(kind: 'apartment' | 'user', id: number, values: object): Promise<number> {
  const version = (await api.call('GET', `/admin/${kind}s/${id}`)).headers.get('etag');
  const rows = [{ action: 'change', id, version, values }];
  return post('/admin/proposals', { kind, reason: `${email('caretaker')} says so`, rows });
}

async function newToken(values: Partial<NewApiToken>): Promise<string> {
  const body = { name: crypto.randomUUID(), scope: 'read', lifetime_days: 30, ...values };
  const path = '/admin/account/api-tokens';
  return (await api.read(createdApiTokenSchema, 'POST', path, body, 201)).token;
}

let ids: Record<
  'condo' | 'apartment' | 'other' | 'ada' | 'twin' | 'unnamed' | 'tenancy' | 'phones' | 'notes',
  number
>;
let plain: string;
let marked: string;
let writer: string;

beforeAll(async () => {
  const own = { first_name: 'Anna', last_name: 'Muster', email: email('anna') };
  await api.db.update(users).set(own).where(eq(users.id, api.adminId));
  plain = await newToken({});
  marked = await newToken({ personal_data: true });
  writer = await newToken({ scope: 'write' });

  const description = `Ask ${email('caretaker')}`;
  const condo = await post('/admin/condos', aCondo({ description }));
  const apartment = await post(
    '/admin/apartments',
    anApartment({ condo_id: condo, notes: 'A secret door' }),
  );
  const other = await post(
    '/admin/apartments',
    anApartment({ condo_id: condo, apartment_number: '2', notes: 'Secret two' }),
  );
  const person = (values: object) => post('/admin/users', values);
  const ada = await person({
    first_name: 'Ada',
    last_name: 'Weber',
    email: email('ada'),
    phone: PHONE,
  });
  const twin = await person({ first_name: 'Ada', last_name: 'Weber', email: email('twin') });
  const unnamed = await person({ email: email('unnamed') });
  const lives = { condo_id: condo, apartment_id: apartment, role: 'owner', since: '2026-01-01' };
  const today = new Date().toISOString().slice(0, 10);
  const tenancy = await post('/admin/user-condo-associations', {
    ...lives,
    user_id: ada,
    note: 'Secret key',
  });
  const begins = { ...lives, user_id: unnamed, since: today, note: 'Secret box' };
  await post('/admin/user-condo-associations', begins);
  const phones = await propose('user', ada, { phone: `${PHONE}9` });
  const notes = await propose('apartment', apartment, { notes: 'A secret window' });
  ids = { condo, apartment, other, ada, twin, unnamed, tenancy, phones, notes };

  const invited = { condo_id: condo, apartment_id: other, role: 'renter' };
  await post('/admin/invite-user', { ...invited, email: email('guest') });
  await api.call('PUT', `/admin/users/${ada}`, { phone: `${PHONE}7` });
  await api.call('PUT', `/admin/users/${ada}`, { phone: PHONE, first_name: 'Ada' });
  await api.call('PUT', `/admin/apartments/${apartment}`, { notes: 'A secret stair' });
  await api.call('PUT', `/admin/user-condo-associations/${tenancy}`, { note: 'Secret lock' });
  await api.call('DELETE', `/admin/users/${await person({ email: email('gone') })}`);
  const view = { name: 'Hers', path: '/users', is_starred: false, is_shared: true };
  const search = new URLSearchParams({ search: email('ada'), role: 'owner' }).toString();
  await post('/admin/saved-views', { ...view, search });
  await post('/admin/saved-views', { ...view, name: 'His', search: 'search=%2B41+79+777+77+77' });
  const rows = JSON.stringify([aCondo({ name: 'Seehof' })]);
  const form = formOf({ type: 'condo', rows, file_name: `${email('file')}.csv` });
  const headers = { 'idempotency-key': 'import' };
  await api.call('POST', '/admin/bulk-create', form, headers);
  await api.db.update(bulkImports).set({ reason: `As ${email('ada')} said` });
});

/** Whole texts that name a secret, in any encoding. */
function secretIn(text: string): string | undefined {
  const plainText = text
    .replaceAll('%40', '@')
    .replaceAll(/%2B|\+/gi, ' ')
    .toLowerCase();
  return SECRET.exec(plainText)?.[0] ?? SECRET.exec(plainText.replaceAll(/[ ()/.-]/g, ''))?.[0];
}

/** The ids in paths, by the group's address. */
const recordOf = (base: string) =>
  ({
    '/admin/condos': [ids.condo],
    '/admin/apartments': [ids.apartment, ids.other],
    '/admin/users': [ids.ada, ids.twin, ids.unnamed, api.adminId],
    '/admin/user-condo-associations': [ids.tenancy],
    '/admin/proposals': [ids.phones, ids.notes],
  })[base] ?? [];

/** Queries of calls besides none: each call is made with each of them. */
const QUERIES: Readonly<Record<string, () => readonly string[]>> = {
  'users.list': () => ['', '?search=Ada', '?sort_by=name&sort_order=desc', '?with_total=true'],
  'condoTenancies.list': () => ['', '?past=true'],
  'tenancies.list': () => [`?user_id=${ids.ada}`, `?user_id=${ids.unnamed}`],
  'merge.review': () => [`?user_id=${ids.twin}`],
  'occupancy.ended': () => [`?ids=${ids.apartment}`],
  'portfolioCheck.list': () => ['', '?set_aside=true'],
  'history.list': () => ['', '?text=ada', '?kind=user', `?kind=user&record=${ids.unnamed}`],
};

/** The addresses of a reading call: all records, findings and changes that there are. */
async function addressesOf(name: string, path: string, base: string): Promise<string[]> {
  const { entries } = await api.read(historyPageSchema, 'GET', '/admin/history');
  const changed = entries.flatMap(({ id: entry, changes }) =>
    changes.filter(({ what }) => what === 'changed').map(({ change }) => ({ entry, change })),
  );
  const filled = path.includes('{entry}')
    ? changed.map(({ entry, change }) =>
        path.replace('{entry}', String(entry)).replace('{change}', String(change)),
      )
    : [path];
  const parts: Readonly<Record<string, readonly (string | number)[]>> = {
    '{id}': recordOf(base),
    '{kind}': FINDING_KINDS,
    '{key}': ['import'],
    '{type}': BULK_TYPES,
  };
  const addresses = Object.entries(parts).reduce(
    (paths, [part, values]) =>
      paths.flatMap((one) =>
        one.includes(part) ? values.map((value) => one.replace(part, String(value))) : [one],
      ),
    filled,
  );
  return addresses.flatMap((one) => (QUERIES[name]?.() ?? ['']).map((query) => one + query));
}

const READING = [...DECLARED_CALLS].filter(
  ([, { call }]) => call.method === 'GET' && (call.asks === 'look' || call.asks === 'export'),
);

it.each(READING)('%s shows no address, phone or note', async (name, { path, group }) => {
  const addresses = await addressesOf(name, path, group.base);
  const answers: number[] = [];
  for (const address of addresses) {
    const response = await api.as(plain).call('GET', address);
    answers.push(response.status);
    const text = JSON.stringify([...response.headers]) + (await response.text());
    expect([address, secretIn(text)]).toEqual([address, undefined]);
  }
  expect(answers).toContain(200);
});

it('is about calls that do show them', async () => {
  const shown: string[] = [];
  for (const [name, { path, group }] of READING) {
    for (const address of await addressesOf(name, path, group.base)) {
      const text = await (await api.as(marked).call('GET', address)).text();
      if (secretIn(text) !== undefined) shown.push(name);
    }
  }
  expect([...new Set(shown)].toSorted()).toEqual([
    'apartments.get',
    'apartments.list',
    'bulkImports.list',
    'condoTenancies.list',
    'condos.get',
    'condos.list',
    'history.export',
    'history.list',
    'history.values',
    'invitations.list',
    'merge.review',
    'moves.list',
    'occupancy.list',
    'portfolioCheck.list',
    'proposals.get',
    'proposals.list',
    'savedViews.list',
    'tenancies.get',
    'tenancies.list',
    'users.get',
    'users.list',
  ]);
});

/** The people whom a search finds. */
const found = async (token: string, search: string) => {
  const path = `/admin/users?search=${encodeURIComponent(search)}`;
  const list = z.object({ data: withId.array() });
  const { data } = await api.as(token).read(list, 'GET', path);
  return data.map(({ id }) => id);
};

const tagOf = async (token: string, path: string) =>
  must((await api.as(token).call('GET', path)).headers.get('etag'), 'etag');

const mark = (personal_data: boolean) =>
  api.db.update(apiTokens).set({ personal_data }).where(eq(apiTokens.scope, 'write'));

describe('nothing is found by them:', () => {
  it.each(['secret', 'ada-se', 'example', 'tw', email('unnamed'), PHONE, '0797777777', '77'])(
    'no person by "%s"',
    async (search) => {
      expect(await found(plain, search)).toEqual([]);
      expect((await found(marked, search)).length).toBeGreaterThanOrEqual(1);
    },
  );

  it.each(['ada', 'Weber Ada', 'ad', 'w', 'A', 'webe', 'ad we'])(
    'but a person by "%s"',
    async (search) => {
      expect(await found(plain, search)).toEqual(expect.arrayContaining([ids.ada, ids.twin]));
    },
  );

  it.each([
    ['secret', 0],
    ['unnamed', 0],
    ['anna-', 0],
    ['weber', 2],
    ['Anna Muster', 2],
  ])('the history by "%s"', async (text, least) => {
    const path = `/admin/history?text=${encodeURIComponent(text)}`;
    const all = (await api.as(marked).read(historyPageSchema, 'GET', path)).entries.length;
    const seen = (await api.as(plain).read(historyPageSchema, 'GET', path)).entries.length;
    expect(all).toBeGreaterThanOrEqual(1);
    expect(least === 0 ? seen : Math.min(seen, all)).toBe(least === 0 ? 0 : all);
  });

  it.each([
    ['/admin/users?sort_by=email', 'sort_by'],
    ['/admin/users?sort_by=email&sort_order=desc', 'sort_by'],
    ['/admin/users?email=ada', 'email'],
    ['/admin/history/1/changes/1/values?field=phone', 'field'],
    ['/admin/history/1/changes/1/values?field=notes', 'field'],
  ])('%s is rejected', async (path, field) => {
    const why = fieldError(field, 'This API token is without personal data');
    expect(await errorOf(api.as(plain).call('GET', path))).toEqual(why);
  });
});

describe('the version of a record', () => {
  it.each([
    ['users', () => ids.ada, { phone: '+41 44 111 11 11' }, { last_name: 'Keller' }],
    ['apartments', () => ids.other, { notes: 'Secret three' }, { bedrooms: 5 }],
    ['user-condo-associations', () => ids.tenancy, { note: 'Secret' }, { role: 'renter' }],
  ])('of %s tells nothing of them, and still guards a change', async (list, id, hidden, seen) => {
    const path = `/admin/${list}/${id()}`;
    const before = [await tagOf(plain, path), await tagOf(marked, path)];
    expect(before[0]).not.toBe(before[1]);
    expect((await api.call('PUT', path, hidden)).status).toBe(200);
    expect(await tagOf(plain, path)).toBe(before[0]);
    expect(await tagOf(marked, path)).not.toBe(before[1]);
    const write = (body: object, tag = '') =>
      api.as(writer).call('PUT', path, body, { 'if-match': tag });
    const changed = await write(seen, before[0]);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).toBe(await tagOf(plain, path));
    expect((await write(seen, before[0])).status).toBe(412);
    expect((await write(seen, before[1])).status).toBe(412);
    const after = await tagOf(marked, path);
    expect((await write(seen, after)).status).toBe(412);
    expect((await api.call('PUT', path, hidden, { 'if-match': after })).status).toBe(200);
  });
});

describe('answers to changes', () => {
  it('show none either, nor do errors', async () => {
    const condo = { condo_id: ids.condo, apartment_id: ids.other, role: 'renter' };
    const calls: [string, string, object?][] = [
      ['PUT', `/admin/users/${ids.ada}`, { first_name: 'Ada' }],
      ['PUT', `/admin/users/${ids.unnamed}`, { first_name: '' }],
      ['POST', '/admin/users', { first_name: 'Eva', email: email('eva') }],
      ['POST', '/admin/users', { first_name: 'Eva', email: email('ada') }],
      ['PUT', `/admin/apartments/${ids.apartment}`, { bedrooms: 2 }],
      ['POST', '/admin/apartments', anApartment({ condo_id: ids.condo, notes: 'Secret four' })],
      ['POST', '/admin/invite-user', { ...condo, email: email('new') }],
      ['POST', '/admin/invite-user', { ...condo, email: email('guest') }],
      ['POST', '/admin/user-condo-associations', { ...condo, user_id: ids.ada, note: 'Secret' }],
      [
        'POST',
        '/admin/user-condo-associations',
        { ...condo, user_id: ids.twin, notify: true, note: 'Secret' },
      ],
      ['PUT', `/admin/condos/${ids.condo}`, { country: 'CH' }],
      ['DELETE', `/admin/condos/${ids.condo}`],
      ['POST', `/admin/users/${ids.ada}/merge`, { user_id: ids.unnamed }],
      ['POST', '/admin/history/restore', { kind: 'user', id: ids.unnamed }],
    ];
    for (const [method, path, body] of calls) {
      const response = await api.as(writer).call(method, path, body);
      expect([path, secretIn(await response.text())]).toEqual([path, undefined]);
    }
  });

  it('leave what the token does not see as it is', async () => {
    const path = `/admin/apartments/${ids.apartment}`;
    const whole = z.looseObject({});
    const seen = await api.as(writer).read(whole, 'GET', path);
    expect(Object.keys(seen)).not.toContain('notes');
    await api.as(writer).read(whole, 'PUT', path, { ...seen, bedrooms: 4 });
    expect(await api.read(whole, 'GET', path)).toMatchObject({
      notes: 'A secret stair',
      bedrooms: 4,
    });
  });
});

describe('files of people, and reviews of notes, need a token with personal data:', () => {
  const file = new Blob(['name,address\nA,B 1']);
  const refused = '403 This API token is without personal data';

  it.each([
    ['bulk-validate', 'user_invite'],
    ['bulk-validate', 'tenancy'],
    ['bulk-review', 'apartment'],
    ['bulk-review', 'tenancy'],
    ['bulk-review', 'user'],
  ])('%s of %s', async (call, type) => {
    const send = () => api.as(writer).call('POST', `/admin/${call}`, formOf({ type, file }));
    expect(await refusalOf(send())).toBe(refused);
    await mark(true);
    expect((await send()).status).not.toBe(403);
    await mark(false);
  });

  it.each([
    ['bulk-create', { type: 'user_invite', rows: '[]' }],
    ['bulk-create', { type: 'tenancy', rows: '[]' }],
    ['bulk-apply', { type: 'user', rows: '[]', changes: '[]' }],
    ['bulk-apply', { type: 'apartment', rows: '[]', changes: '[]' }],
  ])('%s of %j', async (call, form) => {
    expect(await refusalOf(api.as(writer).call('POST', `/admin/${call}`, formOf(form)))).toBe(
      refused,
    );
  });

  it('and rows of apartments come back as they were sent', async () => {
    const text = 'number,notes\n7,Secret of mine';
    const columns = JSON.stringify({ number: 'apartment_number', notes: 'notes' });
    const form = formOf({
      type: 'apartment',
      condo_id: String(ids.condo),
      columns,
      file: new Blob([text]),
    });
    const answer = await api.as(writer).call('POST', '/admin/bulk-validate', form);
    expect(await answer.text()).toContain('Secret of mine');
  });
});

it('clears a long list batch by batch', async () => {
  for (let number = 10; number < 16; number += 1) {
    const values = { condo_id: ids.condo, apartment_number: `${number}`, notes: 'Secret' };
    await post('/admin/apartments', anApartment(values));
  }
  const short = createApi(api.deps, { listBatchRows: 2 });
  const list = (token: string, headers: Record<string, string> = {}) => {
    const request = createRequest('GET', '/admin/apartments', undefined, token);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return short.fetch(request);
  };
  const response = await list(plain);
  const rows = z.array(z.looseObject({ id: z.int() })).parse(await response.json());
  const all = z
    .array(z.looseObject({ notes: z.string() }))
    .parse(await (await list(marked)).json());
  const without = all.map(({ notes: _notes, ...row }) => row);
  expect(rows).toEqual(without);
  const tag = must(response.headers.get('etag'), 'etag');
  expect((await list(plain, { 'if-none-match': tag })).status).toBe(304);
  expect((await list(marked, { 'if-none-match': tag })).status).toBe(200);
});

it('says in its answers whether a token has the mark, which new ones lack', async () => {
  const list = z.array(z.object({ scope: z.string(), personal_data: z.boolean() }));
  await api.db.update(apiTokens).set({ personal_data: true }).where(eq(apiTokens.scope, 'write'));
  await newToken({ scope: 'propose' });
  const tokens = await api.read(list, 'GET', '/admin/account/api-tokens');
  expect(tokens[0]).toEqual({ scope: 'propose', personal_data: false });
  expect(tokens.map((one) => one.personal_data)).toContain(true);
});

it('writes nothing in place of an address that it does not see', async () => {
  const script = api.as(await newToken({ scope: 'write' }));
  const path = `/admin/condos/${ids.condo}`;
  const { description } = await script.read(z.object({ description: z.string() }), 'GET', path);
  expect(description).toBe('Ask (e-mail address)');
  const why = 'has an e-mail address that this API token does not see: leave the field out';
  const back = script.call('PUT', path, { description });
  expect(await errorOf(back)).toEqual(fieldError('description', why));
  // Whoever sees addresses may write the words.
  expect((await api.call('PUT', path, { description })).status).toBe(200);
});
