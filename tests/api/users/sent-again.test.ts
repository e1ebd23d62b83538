import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { bulkProgressSchema } from '~/imports/schema';
import { bulkRuns } from '~/platform/database/schema/bulk';
import { users } from '~/platform/database/schema/records';
import { tenancyBegunSchema } from '~/users/schema';
import { errorOf, insertUser, rejectionOf } from '../../support/api';
import { openTransaction, waitingCalls } from '../../support/connections';
import { historyEntries } from '../../support/history';
import { api, create, get, home, openHome, OVERLAP, PATH, renter, tenancies } from './home';

openHome();

// Calls that enter a person or begin an association, sent again after a lost answer or by a double press.

let serial = 0;
/** A key that no other test has. */
const aKey = () => ({ 'idempotency-key': `key-${(serial += 1)}` });

const WAYS = [
  ['a person', '/admin/users', () => ({ last_name: 'Rossi' })],
  ['an association', PATH, () => renter()],
  ['both', PATH, () => ({ ...renter(), user_id: undefined, last_name: 'Rossi' })],
] as const;

const USED = '422 This Idempotency-Key was used for something else';

const counted = async () => [await api.db.$count(users), (await tenancies('?past=true')).length];

describe.each(WAYS)('%s', (what, path, body) => {
  const send = (headers: Record<string, string>, fields: object = {}) =>
    api.call('POST', path, { ...body(), ...fields }, headers);

  it('is answered as it was the first time, and changes nothing more', async () => {
    const key = aKey();
    const first = await send(key);
    expect(first.status).toBe(201);
    const [people, [entry]] = [await counted(), await historyEntries(api)];
    const again = await send(key);
    expect(again.status).toBe(201);
    expect(await again.json()).toEqual(await first.json());
    expect(await counted()).toEqual(people);
    expect((await historyEntries(api))[0]).toEqual(entry);
  });

  it('is made once where the second comes before the first is done', async () => {
    const key = aKey();
    const commit = await openTransaction(api.database, 'lock table users in exclusive mode');
    const before = send(key);
    await waitingCalls(api.database, 1);
    const behind = send(key);
    await waitingCalls(api.database, 2);
    await commit();
    const [one, two] = [await before, await behind];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(await two.json()).toEqual(await one.json());
  });

  it('is not made for a key that was used for something else', async () => {
    const key = aKey();
    await send(key);
    const before = await counted();
    expect(await rejectionOf(send(key, { note: 'Other', phone: '044 1' }))).toBe(USED);
    expect(await counted()).toEqual(before);
  });

  it('has a key of its own sender, which is forgotten after ten minutes', async () => {
    const key = aKey();
    await send(key);
    const other = await api.administrator();
    const theirs = await other.call('POST', path, { ...body(), role: 'owner' }, key);
    expect(theirs.status).toBe(201);
    await api.db.update(bulkRuns).set({ updated_at: sql`now() - interval '11 minutes'` });
    await api.db.execute('delete from user_condo_associations');
    expect((await send(key)).status).toBe(201);
    expect(await api.db.$count(bulkRuns)).toBe(1);
  });

  it.each(['x'.repeat(201), 'two words'])('rejects the key %s', async (key) => {
    const { status, errors } = await errorOf(send({ 'idempotency-key': key }));
    expect([status, errors?.[0]?.field]).toEqual([422, 'Idempotency-Key']);
  });

  it('keeps no name or address with its key, and is no failure of an import', async () => {
    const key = aKey();
    const email = `kept${serial}@example.com`;
    await send(key, what === 'an association' ? { note: 'Rossi' } : { email });
    const kept = JSON.stringify(await api.db.select().from(bulkRuns));
    for (const text of ['Rossi', email]) expect(kept).not.toContain(text);
    const progress = `/admin/bulk-imports/progress/${key['idempotency-key']}`;
    expect(await api.read(bulkProgressSchema, 'GET', progress)).toEqual({
      state: 'finished',
      result: { created: 1, errors: [] },
    });
  });
});

describe('a change of tenants', () => {
  it('ends the one before once', async () => {
    const before = await create({ since: '2026-01-01' });
    const ends = { id: before.id, until: '2026-08-31' };
    const body = { ...renter(), user_id: await insertUser(api.db), since: '2026-09-01', ends };
    const key = aKey();
    const sent = async () =>
      tenancyBegunSchema.parse(await (await api.call('POST', PATH, body, key)).json());
    const first = await sent();
    expect(await sent()).toEqual(first);
    expect((await get(before.id)).until).toBe('2026-08-31');
    expect(await tenancies('?past=true')).toHaveLength(2);
  });
});

it('a call that failed leaves no key: what it sent can be corrected', async () => {
  const { id } = await create({ since: '2026-01-01' });
  const key = aKey();
  const send = (fields: object = {}) => api.call('POST', PATH, renter(fields), key);
  expect(await rejectionOf(send())).toBe(`409 ${OVERLAP}`);
  await api.call('DELETE', `${PATH}/${id}`);
  expect((await send({ apartment_id: home.two })).status).toBe(201);
});

it('an association that was removed since is not created again', async () => {
  const key = aKey();
  const send = () => api.call('POST', PATH, renter(), key);
  const { id } = tenancyBegunSchema.parse(await (await send()).json());
  await api.call('DELETE', `${PATH}/${id}`);
  expect(await rejectionOf(send())).toBe('404 Association not found');
});
