import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '~/platform/database/schema/records';
import { fieldsOf } from '~/fields/reading';
import { compress } from '~/platform/http/compress.server';
import { apiPerFile, createRequest, insertUser, rejectionOf } from '../../support/api';
import { toForm } from '../../support/image-calls';
import { makeImage } from '../../support/images';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';
import { must } from '../../support/must';

const api = apiPerFile();

async function tagOf(path: string): Promise<string> {
  return must((await api.call('GET', path)).headers.get('etag'), 'ETag');
}

const put = (path: string, body: object, ifMatch?: string) =>
  api.call('PUT', path, body, { 'if-match': ifMatch });

async function valueOf(path: string, field: string): Promise<unknown> {
  return fieldsOf(await (await api.call('GET', path)).json())[field];
}

const apartmentIn = (condoId: number) => insertApartment(api.db, condoId);

/** Each record that has versions, with a text that a PUT changes. */
const RECORDS = [
  ['building', 'city', '/admin/condos', () => insertCondo(api.db)],
  ['apartment', 'notes', '/admin/apartments', () => insertCondo(api.db).then(apartmentIn)],
  ['user', 'first_name', '/admin/users', () => insertUser(api.db)],
] as const;

describe.each(RECORDS)('two who change the same %s', (what, field, collection, create) => {
  let path: string;
  beforeAll(async () => {
    path = `${collection}/${await create()}`;
  });

  it('see a strong tag, the same as long as nothing changes', async () => {
    const first = await tagOf(path);
    expect(first).toMatch(/^"[\w-]{43}"$/);
    expect(await tagOf(path)).toBe(first);
  });

  it('the second gets 412, and nothing of theirs is stored', async () => {
    const seen = await tagOf(path);
    const first = await put(path, { [field]: 'Bern' }, seen);
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe(await tagOf(path));
    expect(first.headers.get('etag')).not.toBe(seen);
    const second = await rejectionOf(put(path, { [field]: 'Basel' }, seen));
    expect(second).toBe(`412 Someone else has changed this ${what} in the meantime`);
    expect(await valueOf(path, field)).toBe('Bern');
    expect((await put(path, { [field]: 'Basel' }, await tagOf(path))).status).toBe(200);
    expect(await valueOf(path, field)).toBe('Basel');
  });

  it('of many at the same moment exactly one wins', async () => {
    const seen = await tagOf(path);
    const values = Array.from({ length: 12 }, (_, index) => `At once ${index}`);
    const answers = await Promise.all(values.map((value) => put(path, { [field]: value }, seen)));
    const won = values.filter((_, index) => answers[index]?.status === 200);
    expect(won).toEqual([await valueOf(path, field)]);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(values.length - 1);
  });

  it('without the header, and with "*", every change is accepted', async () => {
    expect((await put(path, { [field]: 'D' })).status).toBe(200);
    expect((await put(path, { [field]: 'E' }, '*')).status).toBe(200);
    expect((await put(path, { [field]: 'F' }, `"other", ${await tagOf(path)}`)).status).toBe(200);
    expect((await put(path, { [field]: 'G' }, '"other"')).status).toBe(412);
    expect(await valueOf(path, field)).toBe('F');
  });

  it('one that is gone is 404, whatever was seen', async () => {
    expect((await put(`${collection}/999999`, {}, '"x"')).status).toBe(404);
  });
});

describe('the tag of a building', () => {
  let path: string;
  beforeAll(async () => {
    path = `/admin/condos/${await insertCondo(api.db)}`;
  });

  it('covers its images', async () => {
    const seen = await tagOf(path);
    const form = toForm({}, { image: await makeImage() });
    expect((await put(path, form, seen)).status).toBe(200);
    expect((await put(path, { city: 'C' }, seen)).status).toBe(412);
  });

  it('is accepted when the response was compressed', async () => {
    await put(path, { description: 'x'.repeat(2_000) });
    const request = createRequest('GET', path, undefined, api.token);
    request.headers.set('accept-encoding', 'gzip');
    const compressed = compress(request, await api.fetch(request));
    const weak = must(compressed.headers.get('etag'), 'ETag');
    expect(weak).toMatch(/^W\//);
    expect((await put(path, { city: 'H' }, weak)).status).toBe(200);
  });
});

it('the tag of a user covers the names alone: a sign-in, another role or a deactivation is no conflict', async () => {
  const id = await insertUser(api.db, { first_name: 'Anna' });
  const path = `/admin/users/${id}`;
  const seen = await tagOf(path);
  const others = { last_login: new Date(), email_verified: true, is_active: false };
  await api.db.update(users).set(others).where(eq(users.id, id));
  await insertAssociation(api.db, { user_id: id, condo_id: await insertCondo(api.db) });
  expect(await tagOf(path)).toBe(seen);
  expect((await put(path, { last_name: 'Meier' }, seen)).status).toBe(200);
  expect((await put(path, { last_name: 'Huber' }, seen)).status).toBe(412);
});

it('the tag of an apartment covers what its form edits and the building', async () => {
  const path = `/admin/apartments/${await apartmentIn(await insertCondo(api.db))}`;
  const moved = { condo_id: await insertCondo(api.db) };
  const edited = [{ floor_number: 3 }, { sqmt: 55.5 }, { parking_spot_number: 'P1' }];
  for (const change of [...edited, moved]) {
    const seen = await tagOf(path);
    expect((await put(path, change, seen)).status).toBe(200);
    expect(await tagOf(path)).not.toBe(seen);
  }
});
