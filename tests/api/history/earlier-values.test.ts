import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { condos, userCondoAssociations } from '~/platform/database/schema/records';
import { earlierValuesSchema } from '~/history/answers';
import { z } from '~/fields/zod';
import { apiPerTest, rejectionOf, signInAs, statusesOf } from '../../support/api';
import { toForm } from '../../support/image-calls';
import { makeImage } from '../../support/images';
import { must } from '../../support/must';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';
import { historyEntries } from '../../support/history';

const recordSchema = z.record(z.string(), z.unknown());

const api = apiPerTest();
let condo: number;
beforeEach(async () => {
  condo = await insertCondo(api.db);
});

async function newestChange() {
  const entry = must((await historyEntries(api))[0], 'entry');
  const { change: number } = must(entry.changes[0], 'change');
  return { entry, path: `/admin/history/${entry.id}/changes/${number}/values` };
}

async function change(path: string, body: object) {
  expect((await api.call('PUT', path, body)).status).toBe(200);
  return (await newestChange()).path;
}

async function look(path: string) {
  const response = await api.call('GET', path);
  if (response.status !== 200) throw new Error(await response.text());
  const etag = must(response.headers.get('etag'), 'ETag');
  return { ...earlierValuesSchema.parse(await response.json()), etag };
}

const read = (path: string) => api.read(recordSchema, 'GET', path);

const write = (path: string, etag?: string) =>
  api.call('POST', path, undefined, { 'if-match': etag });

it('a field goes back to what it was, as a change that can be taken back too', async () => {
  const path = `/admin/condos/${condo}`;
  const first = await change(path, { name: 'Neu', number_of_units: 7, date_built: '1999-12-31' });
  await change(path, { name: 'Neuer' });
  const before = await read(path);

  const source = `${first}?field=name`;
  expect(await look(source)).toMatchObject({
    kind: 'condo',
    id: condo,
    fields: [{ name: 'name', old: 'Neuer', new: 'Seeblick' }],
  });
  expect((await write(source)).status).toBe(204);
  expect(await read(path)).toEqual({ ...before, name: 'Seeblick' });
  const { entry, path: restored } = await newestChange();
  expect(entry).toMatchObject({
    action: 'restored',
    actor: { id: api.adminId },
    record: { kind: 'condo', id: condo, name: 'Seeblick' },
    changes: [{ what: 'changed', fields: [{ name: 'name', old: 'Neuer', new: 'Seeblick' }] }],
  });
  expect((await write(restored)).status).toBe(204);
  expect(await read(path)).toEqual(before);
});

it('a whole record goes back through everything that changed it since', async () => {
  const id = await insertApartment(api.db, condo, '12');
  const path = `/admin/apartments/${id}`;
  const before = await read(path);
  const other = await insertCondo(api.db, 'Lac');
  const first = await change(path, { bedrooms: 2.5, sqmt: 80.25, notes: 'Balcony' });
  await change(path, { bedrooms: 3, condo_id: other, parking_spot_number: '1, 2' });
  await change(path, { notes: null });
  expect((await look(first)).fields).toMatchObject([
    { name: 'condo_id', old: 'Lac', new: 'Seeblick' },
    { name: 'bedrooms', old: 3, new: null },
    { name: 'sqmt', old: 80.25, new: null },
    { name: 'parking_spot_number', old: '1,2', new: null },
  ]);
  expect((await write(first)).status).toBe(204);
  expect(await read(path)).toEqual(before);
  expect(await rejectionOf(write(first))).toBe('409 12, Seeblick has these values already.');
});

it("an image that was replaced is the building's own again", async () => {
  const path = `/admin/condos/${condo}`;
  const put = async (width: number) => {
    await api.call('PUT', path, toForm({}, { image: await makeImage({ width }) }));
    return read(path);
  };
  const first = await put(30);
  await put(40);
  const { path: source } = await newestChange();
  const { fields } = await look(source);
  expect(fields).toMatchObject([{ name: 'image_url', new: first.image_url }]);
  expect((await write(source)).status).toBe(204);
  await api.removeDueImages();
  expect(await read(path)).toEqual(first);
  expect((await api.fetch(new Request(String(fields[0]?.old)))).status).toBe(200);
  expect((await api.fetch(new Request(String(fields[0]?.new)))).status).toBe(200);
});

it("a person's names and an association's role go back; rights and addresses do not", async () => {
  const { userId: id } = await signInAs(api.db, { is_superuser: true });
  const names = await change(`/admin/users/${id}`, { first_name: 'Ada', last_name: 'L' });
  expect((await write(`${names}?field=first_name`)).status).toBe(204);
  expect(await read(`/admin/users/${id}`)).toMatchObject({ first_name: null, last_name: 'L' });

  await insertAssociation(api.db, { user_id: id, condo_id: condo });
  await api.db.update(userCondoAssociations).set({ role: 'renter' });
  const role = (await newestChange()).path;
  expect((await look(role)).fields).toMatchObject([{ name: 'role', old: 'renter', new: 'owner' }]);
  expect((await write(role)).status).toBe(204);

  await api.call('DELETE', `/admin/administrators/${id}`);
  const rights = (await newestChange()).path;
  for (const source of [rights, `${rights}?field=is_superuser`]) {
    expect((await write(source)).status).toBe(422);
  }
});

it('an obstacle is named in one sentence, and nothing is written', async () => {
  const id = await insertApartment(api.db, condo, '12');
  const path = `/admin/apartments/${id}`;
  const renamed = await change(path, { apartment_number: '13', notes: 'Neu' });
  await insertApartment(api.db, condo, '12');
  expect(await rejectionOf(write(renamed))).toBe(
    '409 The building has another apartment with this number now.',
  );
  expect(await read(path)).toMatchObject({ apartment_number: '13', notes: 'Neu' });

  const other = await insertCondo(api.db, 'Lac');
  const moved = await change(path, { condo_id: other });
  await api.db.delete(condos).where(eq(condos.id, condo));
  expect(await rejectionOf(write(moved))).toBe(
    '409 The building that the apartment belonged to no longer exists.',
  );
  await api.call('DELETE', path);
  expect(await rejectionOf(write(moved))).toBe('409 13, Lac no longer exists.');
});

it('nothing is written over a value that was not shown', async () => {
  const path = `/admin/condos/${condo}`;
  const source = await change(path, { name: 'Neu' });
  const { etag } = await look(source);
  await change(path, { city: 'Bern' });
  await change(path, { name: 'Neuer' });
  expect(await rejectionOf(write(source, etag))).toBe(
    '412 Someone else has changed this building in the meantime',
  );
  expect(await statusesOf([write(source), write(source)])).toEqual([204, 409]);
});

it('knows no change that created, deleted or never was', async () => {
  const { path: created } = await newestChange();
  const none = ['999', 'x'].map((entry) => `/admin/history/${entry}/changes/1/values`);
  for (const path of [created, ...none]) {
    expect((await write(path)).status).toBe(404);
    expect((await api.call('GET', path)).status).toBe(404);
  }
});
