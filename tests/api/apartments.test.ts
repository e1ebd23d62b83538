import { afterEach, describe, expect, it } from 'vitest';
import { condos, userCondoAssociations } from '~/api/db/schema';
import { createTestApi, errorOf } from '../support/api';
import { anApartment } from '../support/builders';
import { insertCondo } from '../support/places';
import { apartmentCalls, strictApartment } from '../support/apartment-calls';
import { perFile } from '../support/opened';

const api = perFile(createTestApi);

afterEach(async () => {
  await api.db.delete(userCondoAssociations);
  await api.db.delete(condos);
});

const { create, list } = apartmentCalls(api);

describe('POST /admin/apartments', () => {
  it('stores every field and answers the apartment', async () => {
    const condo_id = await insertCondo(api.db);
    const fields = anApartment({ condo_id, apartment_number: '4 B', bathrooms: 1.5, sqmt: 82.25 });
    const apartment = await create(fields);
    expect(apartment).toEqual({ id: apartment.id, ...fields, has_parking: true });
    const path = `/admin/apartments/${apartment.id}`;
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
    const response = await api.call('POST', '/admin/apartments', body);
    expect(await errorOf(response)).toEqual({
      status: 422,
      detail: `${field}: ${message}`,
      errors: [{ field, message }],
    });
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
    const response = await api.call('POST', '/admin/apartments', {
      condo_id,
      apartment_number: '4B',
    });
    const detail = 'This building already has an apartment with this number.';
    expect(await errorOf(response)).toEqual({
      status: 409,
      detail,
      errors: [{ field: 'apartment_number', message: detail }],
    });
    await create({ condo_id: other, apartment_number: '4B' });
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

  it.each([
    { condo_id: 'x' },
    { condo_id: '0' },
    { condo_id: '1.5' },
    { condo_id: '2147483648' },
    { search: '\0' },
  ])('rejects %j', async (query) => {
    const response = await api.call('GET', `/admin/apartments?${new URLSearchParams(query)}`);
    expect((await errorOf(response)).status).toBe(422);
  });
});
