import { afterEach, describe, expect, it } from 'vitest';
import { condos, invitations, userCondoAssociations } from '~/platform/database/schema/records';
import { apartmentSchema } from '~/apartments/schema';
import { z } from '~/fields/zod';
import { apiPerFile, errorOf, fieldError, insertUser, rejectionOf } from '../../support/api';
import { anApartment } from '../../support/builders';
import { insertAssociation, insertCondo } from '../../support/places';

const PATH = '/admin/apartments';
const strictApartment = z.strictObject(apartmentSchema.shape);

const api = apiPerFile();

afterEach(async () => {
  await api.db.delete(userCondoAssociations);
  await api.db.delete(condos);
});

const create = (fields: object) => api.read(strictApartment, 'POST', PATH, fields, 201);

const list = (query: Record<string, string> = {}) =>
  api.read(z.array(strictApartment), 'GET', `${PATH}?${new URLSearchParams(query)}`);

describe('POST /admin/apartments', () => {
  it('stores every field and answers the apartment', async () => {
    const condo_id = await insertCondo(api.db);
    const fields = anApartment({ condo_id, apartment_number: '4 B', bathrooms: 1.5, sqmt: 82.25 });
    const apartment = await create(fields);
    expect(apartment).toEqual({ id: apartment.id, ...fields, has_parking: true });
    const path = `${PATH}/${apartment.id}`;
    expect(await api.read(strictApartment, 'GET', path)).toEqual(apartment);
    expect(await list()).toEqual([apartment]);
  });

  it('needs a building and a number only; numeric texts are numbers', async () => {
    const condo_id = await insertCondo(api.db);
    const optional = ['floor_number', 'bedrooms', 'bathrooms', 'sqmt', 'notes'];
    const nothing = Object.fromEntries(optional.map((field) => [field, null]));
    expect(await create({ condo_id: String(condo_id), apartment_number: 7 })).toMatchObject({
      condo_id,
      apartment_number: '7',
      parking_spot_number: null,
      has_parking: false,
      ...nothing,
    });
    const empty = Object.fromEntries(optional.map((field) => [field, '']));
    expect(await create({ condo_id, apartment_number: '8', ...empty })).toMatchObject(nothing);
    expect(await create({ condo_id, apartment_number: '9', sqmt: '55.50' })).toMatchObject({
      sqmt: 55.5,
    });
  });

  it.each([
    ['None', 'None', false],
    ['none', 'None', false],
    [' P1 , P2,P1,, ', 'P1,P2', true],
    ['', null, false],
  ])('reads the parking text %j', async (text, stored, has_parking) => {
    const condo_id = await insertCondo(api.db);
    const fields = { condo_id, apartment_number: '1', parking_spot_number: text };
    const apartment = await create(fields);
    expect(apartment).toMatchObject({ parking_spot_number: stored, has_parking });
    expect(await list()).toEqual([apartment]);
  });

  it.each([
    [{ condo_id: undefined }, 'condo_id', 'Condo is required'],
    [{ condo_id: 99_999 }, 'condo_id', 'Condo not found'],
    [{ condo_id: 2 ** 31 }, 'condo_id', 'Condo is required'],
    [{ apartment_number: ' ' }, 'apartment_number', 'Apartment number is required'],
    [{ floor_number: 0 }, 'floor_number', 'Floor number must be at least 1'],
    [{ bedrooms: 0.5 }, 'bedrooms', 'Rooms must be at least 1'],
    [{ bedrooms: 1.3 }, 'bedrooms', 'Rooms must be a multiple of 0.5'],
    [{ bathrooms: 0 }, 'bathrooms', 'Bathrooms must be at least 1'],
    [{ sqmt: 0.99 }, 'sqmt', 'Square meters must be at least 1'],
    [{ sqmt: 50.123 }, 'sqmt', 'Square meters must have at most two decimal places'],
    [{ notes: 'a\0' }, 'notes', 'Must not contain the NUL character'],
  ])('rejects %j at its field', async (fields, field, message) => {
    const condo_id = await insertCondo(api.db);
    const body = { condo_id, apartment_number: '1', ...fields };
    const response = await api.call('POST', PATH, body);
    expect(await errorOf(response)).toEqual(fieldError(field, message));
    expect(await list()).toEqual([]);
  });

  it('takes the largest numbers that the rules allow', async () => {
    const condo_id = await insertCondo(api.db);
    const largest = { floor_number: 2_147_483_647, bedrooms: 2_147_483_647, sqmt: 2_147_483_647 };
    expect(await create({ condo_id, apartment_number: '1', ...largest })).toMatchObject(largest);
  });

  it('rejects a number that the building has already, whatever its case', async () => {
    const condo_id = await insertCondo(api.db);
    const other = await insertCondo(api.db, 'Other');
    await create({ condo_id, apartment_number: '4b' });
    const apartment_number = '4B';
    const again = api.call('POST', PATH, { condo_id, apartment_number });
    const detail = 'This building already has an apartment with this number.';
    const errors = [{ field: 'apartment_number', message: detail }];
    expect(await errorOf(again)).toEqual({ status: 409, detail, errors });
    await create({ condo_id: other, apartment_number });
  });
});

const numbers = async (query?: Record<string, string>) =>
  (await list(query)).map(({ apartment_number }) => apartment_number);

describe('GET /admin/apartments', () => {
  it('lists by building, then by number as people count', async () => {
    const second = await insertCondo(api.db, 'Zeder');
    const first = await insertCondo(api.db, 'Ahorn');
    for (const apartment_number of ['10', '2', 'A1', '1b', '1']) {
      await create({ condo_id: first, apartment_number });
    }
    await create({ condo_id: second, apartment_number: '1' });
    expect(await numbers()).toEqual(['1', '1b', '2', '10', 'A1', '1']);
    expect(await numbers({ condo_id: String(second) })).toEqual(['1']);
    expect(await list({ condo_id: '99999' })).toEqual([]);
  });

  it('searches the number', async () => {
    const condo_id = await insertCondo(api.db, '12');
    for (const apartment_number of ['12', '112', 'Étage 3', '1_2', '3%']) {
      await create({ condo_id, apartment_number, notes: '12' });
    }
    expect(await numbers({ search: '12' })).toEqual(['12', '112']);
    expect(await numbers({ search: 'ETAGE' })).toEqual(['Étage 3']);
    expect(await numbers({ search: '_' })).toEqual(['1_2']);
    expect(await numbers({ search: '%' })).toEqual(['3%']);
    expect(await list({ search: '2', condo_id: String(condo_id) })).toHaveLength(3);
  });
});

describe('PUT /admin/apartments/{id}', () => {
  it('changes what is sent, clears what is null and keeps the rest', async () => {
    const condo_id = await insertCondo(api.db);
    const apartment = await create({ condo_id, apartment_number: '1', bedrooms: 2, notes: 'Old' });
    const changes = { apartment_number: '2', notes: null, parking_spot_number: 'P9' };
    const path = `${PATH}/${apartment.id}`;
    const changed = await api.read(strictApartment, 'PUT', path, changes);
    expect(changed).toEqual({ ...apartment, ...changes, has_parking: true });
  });

  it('rejects a taken number, an unknown building and an invalid value', async () => {
    const condo_id = await insertCondo(api.db);
    await create({ condo_id, apartment_number: '1' });
    const { id } = await create({ condo_id, apartment_number: '2' });
    const put = (body: object) => api.call('PUT', `${PATH}/${id}`, body);
    expect((await put({ apartment_number: '1' })).status).toBe(409);
    const unknown = fieldError('condo_id', 'Condo not found');
    expect(await errorOf(put({ condo_id: 99_999 }))).toEqual(unknown);
    expect((await put({ sqmt: 0 })).status).toBe(422);
    expect((await put({ apartment_number: null })).status).toBe(422);
    expect((await put({ apartment_number: '2' })).status).toBe(200);
  });

  it('moves to another building with its people and invitations', async () => {
    const condo_id = await insertCondo(api.db);
    const other = await insertCondo(api.db, 'Other');
    const { id } = await create({ condo_id, apartment_number: '1' });
    const tie = { condo_id, apartment_id: id, role: 'owner' } as const;
    await insertAssociation(api.db, { user_id: await insertUser(api.db), ...tie });
    await api.db.insert(invitations).values({ email: 'a@b.ch', expires_at: new Date(), ...tie });
    const response = await api.call('PUT', `${PATH}/${id}`, { condo_id: other });
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
    expect((await api.call('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(await api.db.select().from(invitations)).toEqual([]);
  });

  it('is rejected while users are associated with it', async () => {
    const condo_id = await insertCondo(api.db);
    const { id } = await create({ condo_id, apartment_number: '1' });
    const free = await create({ condo_id, apartment_number: '2' });
    const user_id = await insertUser(api.db);
    await insertAssociation(api.db, { user_id, condo_id, apartment_id: id });
    expect(await rejectionOf(api.call('DELETE', `${PATH}/${id}`))).toBe(
      '400 Cannot delete: users are still associated with this apartment.',
    );
    expect((await api.call('DELETE', `${PATH}/${free.id}`)).status).toBe(204);
    expect(await list()).toHaveLength(1);
  });
});
