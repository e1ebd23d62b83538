import { afterEach, describe, expect, it } from 'vitest';
import { apartments, condos, invitations, userCondoAssociations } from '~/api/db/schema';
import { apiPerFile, errorOf, insertUser, refusalOf, statusesOf } from '../support/api';
import { condoCalls, strictCondo } from '../support/condo-calls';
import { formOf } from '../support/form-of';
import { insertApartment, insertAssociation } from '../support/places';

const api = apiPerFile();

afterEach(async () => {
  await api.db.delete(userCondoAssociations);
  await api.db.delete(condos);
});

const { create, list } = condoCalls(api);

describe('PUT /admin/condos/{id}', () => {
  it('changes what is sent and keeps the rest', async () => {
    const fields = { description: 'Old', number_of_units: 3, date_built: '1990-12-31' };
    const condo = await create(fields);
    const changes = { name: 'New', number_of_units: null };
    const changed = await api.read(strictCondo, 'PUT', `/admin/condos/${condo.id}`, changes);
    expect(changed).toEqual({ ...condo, ...changes });
    expect(await list({ search: 'new' })).toEqual([changed]);
    expect(await list({ search: condo.name })).toEqual([]);
  });

  it('clears an optional field that is sent empty', async () => {
    const condo = await create({ website: 'https://a.example', description: 'Old' });
    const form = formOf({ website: '', description: '' });
    const response = await api.call('PUT', `/admin/condos/${condo.id}`, form);
    expect(await response.json()).toEqual({ ...condo, website: null, description: null });
  });

  it('rejects an empty required field and changes nothing', async () => {
    const condo = await create();
    const response = await api.call('PUT', `/admin/condos/${condo.id}`, { name: 'New', city: ' ' });
    expect(await errorOf(response)).toMatchObject({ status: 422, errors: [{ field: 'city' }] });
    expect(await list()).toEqual([condo]);
  });

  it('never takes the address of an image as text', async () => {
    const condo = await create({ image_url: 'https://evil.example/a.png', image_name: 'x' });
    const response = await api.call('PUT', `/admin/condos/${condo.id}`, {
      image_url: 'https://evil.example/a.png',
      flag_url: 'x',
      id: 99,
      created_at: '2000-01-01T00:00:00Z',
    });
    expect(await response.json()).toEqual(condo);
  });

  it('keeps both of two changes made at the same time', async () => {
    const condo = await create();
    const put = (body: object) => api.call('PUT', `/admin/condos/${condo.id}`, body);
    await Promise.all([put({ city: 'Bern' }), put({ state: 'BE' }), put({ name: 'Neu' })]);
    expect(await list()).toMatchObject([{ city: 'Bern', state: 'BE', name: 'Neu' }]);
  });
});

describe('DELETE /admin/condos/{id}', () => {
  it('takes apartments and pending invitations along', async () => {
    const { id } = await create();
    const apartment_id = await insertApartment(api.db, id);
    const values = { email: 'a@example.com', role: 'owner', expires_at: new Date() };
    await api.db.insert(invitations).values([
      { ...values, condo_id: id, apartment_id },
      { ...values, condo_id: id, role: 'building_manager' },
    ]);
    const response = await api.call('DELETE', `/admin/condos/${id}`);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(await list()).toEqual([]);
    expect(await api.db.select().from(apartments)).toEqual([]);
    expect(await api.db.select().from(invitations)).toEqual([]);
  });

  it.each(['the building', 'an apartment'])('is rejected with users in %s', async (what) => {
    const { id } = await create();
    const place = what === 'an apartment' && { apartment_id: await insertApartment(api.db, id) };
    const user_id = await insertUser(api.db);
    await insertAssociation(api.db, { user_id, condo_id: id, ...place });
    expect(await refusalOf(api.call('DELETE', `/admin/condos/${id}`))).toBe(
      '400 Cannot delete: users are still associated with this building.',
    );
    expect(await list()).toHaveLength(1);
    expect(await api.db.select().from(apartments)).toHaveLength(place ? 1 : 0);
    await api.db.delete(apartments).catch(() => undefined);
    await api.db.delete(userCondoAssociations);
    expect((await api.call('DELETE', `/admin/condos/${id}`)).status).toBe(204);
  });

  it('deletes once, also when asked twice at the same time', async () => {
    const { id } = await create();
    const remove = () => api.call('DELETE', `/admin/condos/${id}`);
    expect(await statusesOf([remove(), remove()])).toEqual([204, 404]);
  });
});
