import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { fieldsOf } from '~/fields/reading';
import { randomKey } from '~/fields/random-key';
import { chosenFile } from '~/imports/request-review';
import {
  bulkApplyResponseSchema,
  bulkProgressSchema,
  type BulkReview,
  type ReviewedRow,
} from '~/imports/schema';
import { bulkImports } from '~/platform/database/schema/bulk';
import { apartments, condos, invitations, users } from '~/platform/database/schema/records';
import { createApi } from '~/rpc/embedded/app.server';
import {
  apiDeps,
  apiPerTest,
  callsOf,
  createRequest,
  insertUser,
  statusesOf,
  type Calls,
} from '../../support/api';
import { aCondo } from '../../support/builders';
import { holdApartments, validate } from '../../support/bulk';
import { openTransaction, waitingCalls } from '../../support/connections';
import { toCsv } from '../../support/edited-exports';
import { formOf } from '../../support/form-of';
import { historyEntries } from '../../support/history';
import { insertCondo } from '../../support/places';
import { reviewCalls, toChange } from '../../support/review-calls';

/*
 * Change sets under bad conditions: two people at once, a record that changes in between, a lost
 * connection, a stranger's file.
 */

const api = apiPerTest();
const { createCondo, createApartment, read, reviewFile, apply, applied, undo } = reviewCalls(
  () => api,
);

const byKey = (content: string, type = 'condo') =>
  reviewFile(new File([content], 'list.csv'), type, { by_key: 'keep' });

/** Another administrator, in another process of the panel. */
async function colleague(): Promise<Calls> {
  const { token } = await api.administrator();
  return callsOf(createApi(apiDeps(api.db, api.mediaFolder)), token);
}

type ChosenRows = Pick<BulkReview, 'changed' | 'new_rows'>;

const formFor = ({ changed, new_rows: rows }: ChosenRows, type = 'condo') =>
  formOf({ type, changes: JSON.stringify(changed.map(toChange)), rows: JSON.stringify(rows) });

/** Both calls wait for what every import of a type waits for, and then come at once. */
async function atOnce(
  typeLock: number,
  calls: ReadonlyArray<() => Promise<Response>>,
): Promise<Response[]> {
  const lock = `select pg_advisory_xact_lock(1651861611, ${typeLock})`;
  const commit = await openTransaction(api.database, lock);
  const sent = calls.map((call) => call());
  await waitingCalls(api.database, calls.length);
  await commit();
  return Promise.all(sent);
}

/** The results, the one that has done something first. */
async function resultsOf(answers: readonly Response[]) {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const results = await Promise.all(
    answers.map(async (answer) => bulkApplyResponseSchema.parse(await answer.json())),
  );
  return results.toSorted((a, b) => b.created - a.created);
}

it('if two people apply the same file at once, one succeeds and the other gets each row as an error', async () => {
  const first = await createCondo({ name: 'Alpha', city: 'Zug' });
  const other = await createCondo({ name: 'Beta', address: 'Weg 2', city: 'Zug' });
  const rows = [
    aCondo({ name: 'Alpha', city: 'Bern' }),
    aCondo({ name: 'Beta', address: 'Weg 2', city: 'Basel' }),
    aCondo({ name: 'Neu', address: 'Weg 3' }),
  ];
  const reviewed = await byKey(toCsv(rows));
  expect([reviewed.changed.length, reviewed.new_rows.length]).toEqual([2, 1]);
  const both = [api, await colleague()].map(
    ({ call }) =>
      () =>
        call('POST', '/admin/bulk-apply', formFor(reviewed), { 'idempotency-key': randomKey() }),
  );
  const entries = (await historyEntries(api)).length;
  const [done, told] = await resultsOf(await atOnce(1, both));
  expect(done).toMatchObject({ created: 1, changed: 2, errors: [] });
  expect(told).toMatchObject({ created: 0 });
  const reasons = told?.errors.map(({ row, errors = [] }) => {
    const { id, name } = fieldsOf(row);
    return [id ?? name, errors.map(({ code }) => code)];
  });
  expect(reasons).toEqual([
    [first, ['record_changed']],
    [other, ['record_changed']],
    ['Neu', [expect.any(String)]],
  ]);
  expect(await api.db.$count(condos)).toBe(3);
  expect(await api.db.$count(bulkImports)).toBe(1);
  expect(await historyEntries(api)).toHaveLength(entries + 1);
});

it('if two people undo the same import at once, one succeeds', async () => {
  const id = await createCondo({ name: 'Alpha', city: 'Zug' });
  const before = await read(`/admin/condos/${id}`);
  const reviewed = await byKey(toCsv([aCondo({ name: 'Alpha', city: 'Bern' })]));
  const { import_id } = await applied(reviewed);
  const path = `/admin/bulk-imports/${import_id}/undo`;
  const second = await colleague();
  expect(await statusesOf([api.call('POST', path), second.call('POST', path)])).toEqual([200, 409]);
  expect(await read(`/admin/condos/${id}`)).toEqual(before);
});

it('if two people invite the same people at once, one succeeds and the other gets each address as an error', async () => {
  const condo = await insertCondo(api.db);
  const content = toCsv(
    ['a@example.com', 'b@example.com'].map((email) => {
      return { email, role: 'building_manager', condo_id: String(condo) };
    }),
  );
  const { valid_rows } = await validate(api, 'user_invite', content);
  const form = () =>
    formOf({ type: 'user_invite', rows: JSON.stringify(valid_rows), source: 'invitations' });
  const both = [api, await colleague()].map(
    ({ call }) =>
      () =>
        call('POST', '/admin/bulk-create', form(), { 'idempotency-key': randomKey() }),
  );
  const [done, told] = await resultsOf(await atOnce(3, both));
  expect(done).toMatchObject({ created: 2, errors: [] });
  expect(told?.created).toBe(0);
  expect(told?.errors.map(({ row }) => fieldsOf(row).email)).toEqual([
    'a@example.com',
    'b@example.com',
  ]);
  expect(await api.db.$count(invitations)).toBe(2);
});

it('a record that was changed or deleted since keeps all of the file back, also its new rows', async () => {
  const condo = await createCondo({ name: 'Alpha' });
  const ids = [await createApartment(condo, '1'), await createApartment(condo, '2')];
  const content = 'Gebäude;Nummer;Zimmer\nAlpha;1;4.5\nAlpha;2;4.5\nAlpha;3;4.5\n';
  const path = `/admin/apartments/${ids[1]}`;
  for (const [change, code] of [
    [() => api.call('PUT', path, { notes: 'Seen' }), 'record_changed'],
    [() => api.call('DELETE', path), 'record_deleted'],
  ] as const) {
    const reviewed = await byKey(content, 'apartment');
    await change();
    const { created, errors } = await applied(reviewed, { type: 'apartment' });
    expect(created).toBe(0);
    expect(errors).toMatchObject([{ row: { id: ids[1] }, errors: [{ field: 'id', code }] }]);
    expect(await read(`/admin/apartments/${ids[0]}`)).toMatchObject({ bedrooms: 3.5 });
  }
  expect(await api.db.$count(apartments)).toBe(1);
  expect(await api.db.$count(bulkImports)).toBe(0);
});

it('goes on where the tab was closed: its result is found again, and sent again it does nothing twice', async () => {
  const condo = await createCondo({ name: 'Alpha' });
  const id = await createApartment(condo, '1');
  const content = 'Gebäude;Nummer;Zimmer\nAlpha;1;4.5\nAlpha;2;2\n';
  const reviewed = await byKey(content, 'apartment');
  const form = formFor(reviewed, 'apartment');
  const request = createRequest('POST', '/admin/bulk-apply', form, api.token);
  request.headers.set('idempotency-key', 'closed');
  const tab = new AbortController();
  const release = await holdApartments(api);
  const sent = api.fetch(new Request(request, { signal: tab.signal }));
  const progress = () => api.read(bulkProgressSchema, 'GET', '/admin/bulk-imports/progress/closed');
  await expect.poll(progress, { timeout: 60_000 }).toMatchObject({ state: 'running' });
  tab.abort();
  await release();
  await sent.catch(() => null);
  const result = { created: 1, changed: 1, errors: [] };
  await expect.poll(progress, { timeout: 60_000 }).toMatchObject({ state: 'finished', result });
  const again = await api.call('POST', '/admin/bulk-apply', formFor(reviewed, 'apartment'), {
    'idempotency-key': 'closed',
  });
  expect(await again.json()).toMatchObject(result);
  expect(await api.db.$count(apartments)).toBe(2);
  expect(await undo()).toMatchObject({ removed: 1, restored: 1, kept: [] });
  expect(await read(`/admin/apartments/${id}`)).toMatchObject({ bedrooms: 3.5 });
});

it('a cancelled change set leaves nothing half done', async () => {
  const condo = await createCondo({ name: 'Alpha' });
  await createApartment(condo, '1');
  const reviewed = await byKey('Gebäude;Nummer;Zimmer\nAlpha;1;4.5\nAlpha;2;2\n', 'apartment');
  const release = await holdApartments(api);
  const sent = apply(reviewed, { type: 'apartment', key: 'cancelled' });
  const path = '/admin/bulk-imports/progress/cancelled';
  await expect
    .poll(() => api.read(bulkProgressSchema, 'GET', path), { timeout: 60_000 })
    .toMatchObject({ state: 'running' });
  expect((await api.call('DELETE', path)).status).toBe(204);
  await release();
  expect((await sent).status).toBe(409);
  const rows = await api.db.select().from(apartments);
  expect(rows).toMatchObject([{ bedrooms: 3.5 }]);
  expect(await api.db.$count(bulkImports)).toBe(0);
});

it("a stranger's ids change no record but their own, whatever they look like", async () => {
  const id = await createCondo({ name: 'Alpha' });
  const strange = [
    '0',
    '-1',
    `${id}.5`,
    '4711',
    '2147483648',
    '9'.repeat(30),
    '1e3',
    'NaN',
    '=1+1',
  ];
  const rows = strange.map((text) => ({ ID: text, city: 'Bern' }));
  const reviewed = await byKey(toCsv(rows));
  expect(reviewed).toMatchObject({ changed: [], conflicts: [], new_rows: [], unchanged: 0 });
  expect(reviewed.invalid_rows).toHaveLength(strange.length);
  // A row is current only with the version that is stored.
  const versions = ['x', '', '**', `* `, '0'.repeat(64)];
  for (const row_version of versions) {
    const file = new File([toCsv([{ id: String(id), row_version, city: 'Bern' }])], 'e.csv');
    const { changed } = await reviewFile(file, 'condo');
    expect([row_version, changed.length]).toEqual([row_version, row_version === '* ' ? 1 : 0]);
  }
});

it('a row that no review has shown is not applied', async () => {
  const id = await createCondo({ name: 'Alpha', city: 'Zug' });
  const before = await read(`/admin/condos/${id}`);
  const reviewed = await byKey(toCsv([aCondo({ name: 'Alpha', city: 'Bern' })]));
  const [row] = reviewed.changed;
  const forged: [Partial<ReviewedRow>, string][] = [
    [{ version: '*' }, 'record_changed'],
    [{ version: '' }, 'record_changed'],
    [{ id: 4711 }, 'record_deleted'],
    [{ changes: [{ field: 'city', old: 'Zug', new: null }] }, 'required'],
  ];
  for (const [fields, code] of forged) {
    const changed = [Object.assign({}, row, fields)];
    const { errors } = await applied({ changed, new_rows: [] });
    expect(errors).toMatchObject([{ errors: [{ code }] }]);
  }
  const twice = await applied({
    changed: [...reviewed.changed, ...reviewed.changed],
    new_rows: [],
  });
  expect(twice.errors).toMatchObject([{ errors: [{ code: 'row_twice' }] }]);
  expect(await read(`/admin/condos/${id}`)).toEqual(before);
  // Fields that are no part of a review.
  const person = await insertUser(api.db, { first_name: 'Anna' });
  const names = await reviewFile(
    chosenFile({ ids: [person], field: 'first_name', value: 'Neu' }),
    'user',
  );
  const rights = names.changed.map((one) => {
    const values = { email: 'x@example.com', is_superuser: 1, password_hash: 'plain:x' };
    const changes = Object.entries(values).map(([field, value]) => {
      return { field, old: null, new: value };
    });
    return Object.assign(one, { changes });
  });
  await apply({ changed: rights, new_rows: [] }, { type: 'user' });
  const [stored] = await api.db.select().from(users).where(eq(users.id, person));
  const unchanged = { first_name: 'Anna', is_superuser: false, password_hash: null };
  expect(stored).toMatchObject(unchanged);
  expect(stored?.email).not.toBe('x@example.com');
});

it('at most the first thousand of the rows that cannot be applied are named', async () => {
  const changed = Array.from({ length: 1_500 }, (_, index) => {
    const changes = [{ field: 'city', old: 'Zug', new: 'Bern' }];
    return { row_number: index + 2, id: index + 1, name: '', version: 'x', changes };
  });
  const { created, errors } = await applied({ changed, new_rows: [] });
  expect([created, errors.length]).toEqual([0, 1_000]);
});
