import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { FINDING_KINDS } from '~/checks/schema';
import { z } from '~/fields/zod';
import { historyPageSchema } from '~/history/answers';
import { BULK_TYPES } from '~/imports/schema';
import { apiTokens } from '~/platform/database/schema/account';
import { DECLARED_CALLS } from '~/rpc/calls';
import type { Call } from '~/rpc/declare';
import { createApi } from '~/rpc/embedded/app.server';
import { withoutPersonalData } from '~/rpc/embedded/personal-data';
import { createRequest, errorOf, fieldError } from '../../support/api';
import { anApartment } from '../../support/builders';
import { documentedReadings } from '../../support/documented-calls';
import { must } from '../../support/must';
import { email, personalDataDesk, PHONE, secretIn, withId } from './personal-data-desk';

const { api, tokens, ids, post, newToken } = personalDataDesk();

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
    const response = await api.as(tokens.plain).call('GET', address);
    answers.push(response.status);
    const text = JSON.stringify([...response.headers]) + (await response.text());
    expect([address, secretIn(text)]).toEqual([address, undefined]);
  }
  expect(answers).toContain(200);
});

it('is about the calls that docs/security.md lists, which do show them', async () => {
  const shown: string[] = [];
  for (const [name, { path, group }] of READING) {
    for (const address of await addressesOf(name, path, group.base)) {
      const text = await (await api.as(tokens.marked).call('GET', address)).text();
      if (secretIn(text) !== undefined) shown.push(`GET /api${path}`);
    }
  }
  const documented = [...documentedReadings(), 'GET /api/admin/history/export'];
  expect([...new Set(shown)].toSorted()).toEqual(documented.toSorted());
});

/** True for an answer that can have an address, phone or note, whether these records have one or not. */
function hasPersonalField({ answer }: Call): boolean {
  if (answer === undefined) return false;
  const fields: object = z.toJSONSchema(answer, { unrepresentable: 'any' });
  return JSON.stringify(withoutPersonalData(fields)) !== JSON.stringify(fields);
}

it('is about every call whose answer is declared to have one', () => {
  const declared = READING.filter(([, { call }]) => hasPersonalField(call));
  expect(documentedReadings()).toEqual(
    expect.arrayContaining(declared.map(([, { path }]) => `GET /api${path}`)),
  );
  expect(declared.length).toBeGreaterThan(10);
});

/** The reading calls with a search, each with the name of its parameter. */
const SEARCHING = READING.flatMap(([name, { call, path }]) =>
  ['search', 'text'].flatMap((param) =>
    call.query && param in call.query.shape ? [{ name, path, param }] : [],
  ),
);

/** Texts of the secrets, each of which some record has. */
const SECRETS = ['secret', 'ada-se', '0797777777', 'secret.example'];

it.each(SEARCHING)('$name finds nothing by what it does not show', async ({ path, param }) => {
  const answerTo = async (text: string) => {
    const address = `${path}?${param}=${encodeURIComponent(text)}`;
    const response = await api.as(tokens.plain).call('GET', address);
    expect(response.status).toBe(200);
    return response.text();
  };
  const nothing = await answerTo('nobody-has-this-text');
  for (const secret of SECRETS) expect([secret, await answerTo(secret)]).toEqual([secret, nothing]);
});

it('is about the calls with a search', () => {
  expect(SEARCHING.length).toBeGreaterThan(3);
});

/** The people whom a search finds. */
const findIds = async (token: string, search: string) => {
  const path = `/admin/users?search=${encodeURIComponent(search)}`;
  const list = z.object({ data: withId.array() });
  const { data } = await api.as(token).read(list, 'GET', path);
  return data.map(({ id }) => id);
};

describe('nothing is found by them:', () => {
  it.each(['secret', 'ada-se', 'example', 'tw', email('unnamed'), PHONE, '0797777777', '77'])(
    'no person by "%s"',
    async (search) => {
      expect(await findIds(tokens.plain, search)).toEqual([]);
      expect((await findIds(tokens.marked, search)).length).toBeGreaterThanOrEqual(1);
    },
  );

  it.each(['ada', 'Weber Ada', 'ad', 'w', 'A', 'webe', 'ad we'])(
    'but a person by "%s"',
    async (search) => {
      const both: unknown = expect.arrayContaining([ids.ada, ids.twin]);
      expect(await findIds(tokens.plain, search)).toEqual(both);
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
    const all = (await api.as(tokens.marked).read(historyPageSchema, 'GET', path)).entries.length;
    const seen = (await api.as(tokens.plain).read(historyPageSchema, 'GET', path)).entries.length;
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
    expect(await errorOf(api.as(tokens.plain).call('GET', path))).toEqual(why);
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
  const response = await list(tokens.plain);
  const rows = z.array(z.looseObject({ id: z.int() })).parse(await response.json());
  const all = z
    .array(z.looseObject({ notes: z.string() }))
    .parse(await (await list(tokens.marked)).json());
  const without = all.map(({ notes: _notes, ...row }) => row);
  expect(rows).toEqual(without);
  const tag = must(response.headers.get('etag'), 'etag');
  expect((await list(tokens.plain, { 'if-none-match': tag })).status).toBe(304);
  expect((await list(tokens.marked, { 'if-none-match': tag })).status).toBe(200);
});

it('answers say whether a token shows personal data; new tokens do not', async () => {
  const list = z.array(z.object({ scope: z.string(), personal_data: z.boolean() }));
  await api.db.update(apiTokens).set({ personal_data: true }).where(eq(apiTokens.scope, 'write'));
  await newToken({ scope: 'propose' });
  const shown = await api.read(list, 'GET', '/admin/account/api-tokens');
  expect(shown[0]).toEqual({ scope: 'propose', personal_data: false });
  expect(shown.map((one) => one.personal_data)).toContain(true);
});
