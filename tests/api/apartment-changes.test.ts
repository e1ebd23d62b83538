import { afterEach, describe, expect, it } from 'vitest';
import { condos, invitations, userCondoAssociations } from '~/api/db/schema';
import { createTestApi, insertUser, errorOf } from '../support/api';
import { insertAssociation, insertCondo } from '../support/places';
import { apartmentCalls, strictApartment } from '../support/apartment-calls';
import { perFile } from '../support/opened';

const api = perFile(createTestApi);

afterEach(async () => {
  await api.db.delete(userCondoAssociations);
  await api.db.delete(condos);
});

const { create, list } = apartmentCalls(api);

describe('PUT /admin/apartments/{id}', () => {
  it('changes what is sent, clears what is null and keeps the rest', async () => {
    const condo_id = await insertCondo(api.db);
    const apartment = await create({ condo_id, apartment_number: '1', bedrooms: 2, notes: 'Old' });
    const changes = { apartment_number: '2', notes: null, parking_spot_number: 'P9' };
    const path = `/admin/apartments/${apartment.id}`;
    const changed = await api.read(strictApartment, 'PUT', path, changes);
    expect(changed).toEqual({ ...apartment, ...changes, has_parking: true });
  });

  it('rejects a taken number, an unknown building and an invalid value', async () => {
    const condo_id = await insertCondo(api.db);
    await create({ condo_id, apartment_number: '1' });
    const { id } = await create({ condo_id, apartment_number: '2' });
    const put = (body: object) => api.call('PUT', `/admin/apartments/${id}`, body);
    expect((await put({ apartment_number: '1' })).status).toBe(409);
    expect(await errorOf(await put({ condo_id: 99_999 }))).toMatchObject({
      status: 422,
      errors: [{ field: 'condo_id', message: 'Condo not found' }],
    });
    expect((await put({ sqmt: 0 })).status).toBe(422);
    expect((await put({ apartment_number: null })).status).toBe(422);
    expect((await put({ apartment_number: '2' })).status).toBe(200);
  });

  it('moves to another building with its people and invitations', async () => {
    const condo_id = await insertCondo(api.db);
    const other = await insertCondo(api.db, 'Other');
    const { id } = await create({ condo_id, apartment_number: '1' });
    const tie = { condo_id, apartment_id: id, role: 'owner' };
    await insertAssociation(api.db, { user_id: await insertUser(api.db), ...tie });
    await api.db.insert(invitations).values({ email: 'a@b.ch', expires_at: new Date(), ...tie });
    const response = await api.call('PUT', `/admin/apartments/${id}`, { condo_id: other });
    expect(response.status).toBe(200);
    expect(await api.db.select().from(userCondoAssociations)).toMatchObject([{ condo_id: other }]);
    expect(await api.db.select().from(invitations)).toMatchObject([{ condo_id: other }]);
  });
});

describe('DELETE /admin/apartments/{id}', () => {
  it('takes its invitations along', async () => {
    const condo_id = await insertCondo(api.db);
    const { id } = await create({ condo_id, apartment_number: '1' });
    const tie = { condo_id, apartment_id: id, role: 'owner' };
    await api.db.insert(invitations).values({ email: 'a@b.ch', expires_at: new Date(), ...tie });
    expect((await api.call('DELETE', `/admin/apartments/${id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(await api.db.select().from(invitations)).toEqual([]);
  });

  it('is rejected while users are associated with it', async () => {
    const condo_id = await insertCondo(api.db);
    const { id } = await create({ condo_id, apartment_number: '1' });
    const free = await create({ condo_id, apartment_number: '2' });
    const user_id = await insertUser(api.db);
    await insertAssociation(api.db, { user_id, condo_id, apartment_id: id });
    expect(await errorOf(await api.call('DELETE', `/admin/apartments/${id}`))).toEqual({
      status: 400,
      detail: 'Cannot delete: users are still associated with this apartment.',
    });
    expect((await api.call('DELETE', `/admin/apartments/${free.id}`)).status).toBe(204);
    expect(await list()).toHaveLength(1);
  });
});
