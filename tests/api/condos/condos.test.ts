import { afterEach, describe, expect, it } from 'vitest';
import {
  apartments,
  condos,
  invitations,
  userCondoAssociations,
} from '~/platform/database/schema/records';
import { condoFields } from '~/condos/fields';
import { condoSchema } from '~/condos/schema';
import { mapNames, namesOf } from '~/fields/fields';
import { z } from '~/fields/zod';
import {
  apiPerFile,
  errorOf,
  fieldError,
  insertUser,
  rejectionOf,
  statusesOf,
} from '../../support/api';
import { aCondo } from '../../support/builders';
import { formOf } from '../../support/form-of';
import { strictCondo } from '../../support/image-calls';
import { insertApartment, insertAssociation } from '../../support/places';

const PATH = '/admin/condos';
const VALID = aCondo({ zip_code: '01003' });

const api = apiPerFile();

afterEach(async () => {
  await api.db.delete(userCondoAssociations);
  await api.db.delete(condos);
});

const create = (fields: object = {}) =>
  api.read(strictCondo, 'POST', PATH, { ...VALID, ...fields }, 201);

const list = (query: Record<string, string> = {}) =>
  api.read(z.array(strictCondo), 'GET', `${PATH}?${new URLSearchParams(query)}`);

const names = async (query?: Record<string, string>) => (await list(query)).map(({ name }) => name);

it('answers 404 for a building that is not there', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await api.call(method, '/admin/condos/77', method === 'PUT' ? {} : undefined);
    expect(await rejectionOf(response)).toBe('404 Building not found');
  }
});

describe('POST /admin/condos', () => {
  it('stores every field and answers the building', async () => {
    const fields = {
      website: ' https://example.com/a?b=c ',
      description: 'Two\nlines',
      date_built: '1998-02-28',
      number_of_units: 12,
    };
    const before = Date.now();
    const condo = await create(fields);
    expect(condo).toEqual({
      // A field that nothing was sent for is empty.
      ...mapNames(namesOf(condoFields), () => null),
      id: condo.id,
      ...VALID,
      ...fields,
      website: 'https://example.com/a?b=c',
      image_url: null,
      flag_url: null,
      country_flag_url: null,
      created_at: condo.created_at,
    });
    expect(condo.created_at).toMatch(/Z$/);
    expect(Date.parse(condo.created_at)).toBeGreaterThanOrEqual(before);
    expect(await api.read(strictCondo, 'GET', `${PATH}/${condo.id}`)).toEqual(condo);
    expect(await list()).toEqual([condo]);
  });

  it('reads numeric texts and empty optional fields', async () => {
    const empty = { website: '', description: ' ', date_built: '' };
    const condo = await create({ number_of_units: '7', ...empty });
    const nothing = { website: null, description: null, date_built: null };
    expect(condo).toMatchObject({ number_of_units: 7, ...nothing });
  });

  it.each([
    [{ name: '  ' }, 'name', 'Building Name is required'],
    [{ address: undefined }, 'address', 'Address is required'],
    [{ city: '' }, 'city', 'City/Town/Commune is required'],
    [{ state: '' }, 'state', 'Canton is required'],
    [{ zip_code: null }, 'zip_code', 'Zip Code is required'],
    [{ country: '' }, 'country', 'Country is required'],
    [
      { website: 'javascript:alert(1)' },
      'website',
      'Please enter a valid URL starting with http:// or https://',
    ],
    [{ number_of_units: 0 }, 'number_of_units', 'Number of units must be at least 1'],
    [
      { number_of_units: 'many' },
      'number_of_units',
      'Number of units must be a number such as 3, without thousands marks',
    ],
    [{ number_of_units: 1.5 }, 'number_of_units', 'Number of units must be a whole number'],
    [
      { number_of_units: 4.9999999999 },
      'number_of_units',
      'Number of units must be a whole number',
    ],
    [{ number_of_units: 1e12 }, 'number_of_units', 'Number of units is too large'],
    [{ date_built: '1998-02-30' }, 'date_built', 'Please enter a valid date (YYYY-MM-DD)'],
    [{ date_built: '0000-01-01' }, 'date_built', 'Please enter a valid date (YYYY-MM-DD)'],
    [{ name: 'a\0b' }, 'name', 'Must not contain the NUL character'],
    [{ name: 'x'.repeat(256) }, 'name', 'Building Name must be at most 255 characters'],
  ])('rejects %j at its field', async (fields, field, message) => {
    const response = await api.call('POST', PATH, { ...VALID, ...fields });
    expect(await errorOf(response)).toEqual(fieldError(field, message));
    expect(await list()).toEqual([]);
  });

  it('names every rejected field', async () => {
    const { detail, errors } = await errorOf(await api.call('POST', PATH, {}));
    const fields = ['name', 'address', 'city', 'state', 'zip_code', 'country'];
    expect(errors?.map((error) => error.field)).toEqual(fields);
    for (const field of fields) expect(detail).toContain(`${field}: `);
  });
});

describe('GET /admin/condos', () => {
  it('sorts by name or id, both ways, by name upwards at first', async () => {
    const stored = ['Zeder', 'Ähre', 'apfel', 'Birke'];
    for (const name of stored) await create({ name });
    expect(await names()).toEqual(['Ähre', 'apfel', 'Birke', 'Zeder']);
    expect(await names({ sort_order: 'desc' })).toEqual(['Zeder', 'Birke', 'apfel', 'Ähre']);
    expect(await names({ sort_by: 'id' })).toEqual(stored);
    expect(await names({ sort_by: 'id', sort_order: 'desc' })).toEqual(stored.toReversed());
  });

  it('searches name, address, zip code and city by words, without regard to case and accents', async () => {
    await create({ name: 'Église', address: 'Rue du Lac 7' });
    await create({ name: 'Haus', address: 'Straße der Ähren' });
    const parts = ['egl', 'ÉGLISE', 'église', 'E\u0301glise', 'rue du LAC', 'lise', ' eglise '];
    for (const search of parts) {
      expect(await names({ search })).toEqual(['Église']);
    }
    expect(await names({ search: 'strasse' })).toEqual(['Haus']);
    expect(await names({ search: 'ahren' })).toEqual(['Haus']);
    expect(await names({ search: 'Zürich' })).toHaveLength(2);
    expect(await names({ search: 'rue eglise' })).toEqual(['Église']);
    expect(await names({ search: 'haus rue' })).toEqual([]);
    expect(await names({ search: '' })).toHaveLength(2);
  });

  it.each(['100%', 'a_b', 'c\\d', "d'or", '"quoted"', '<b>', '％', "'; drop table condos; --"])(
    'takes %s literally',
    async (part) => {
      await create({ name: `x ${part} y` });
      await create({ name: 'x 100 a-b cd dor quoted y' });
      expect(await names({ search: part })).toEqual([`x ${part} y`]);
    },
  );

  it('filters by parts of city, canton, zip code and country', async () => {
    await create({ name: 'A' });
    await create({ name: 'B', city: 'Genève', state: 'GE', zip_code: '1200' });
    await create({ name: 'C', city: 'Lyon', state: 'Rhône', zip_code: '69001', country: 'France' });
    expect(await names({ city: 'GENE' })).toEqual(['B']);
    expect(await names({ state: 'rhone' })).toEqual(['C']);
    expect(await names({ zip_code: '00' })).toEqual(['A', 'B', 'C']);
    expect(await names({ zip_code: '01003' })).toEqual(['A']);
    expect(await names({ country: 'switz' })).toEqual(['A', 'B']);
    expect(await names({ country: 'switz', city: 'zurich', search: 'see' })).toEqual(['A']);
    expect(await names({ country: '%' })).toEqual([]);
  });

  it('answers instants in UTC and dates as they were stored', async () => {
    const created_at = new Date('2026-03-29T01:30:00.120Z');
    const date = { date_built: '2000-01-01' };
    await api.db.insert(condos).values({ ...VALID, ...date, created_at });
    expect(await list()).toMatchObject([{ ...date, created_at: '2026-03-29T01:30:00.120Z' }]);
    expect(condoSchema.array().safeParse(await list()).success).toBe(true);
  });
});

describe('PUT /admin/condos/{id}', () => {
  it('changes what is sent and keeps the rest', async () => {
    const fields = { description: 'Old', number_of_units: 3, date_built: '1990-12-31' };
    const condo = await create(fields);
    const changes = { name: 'New', number_of_units: null };
    const changed = await api.read(strictCondo, 'PUT', `${PATH}/${condo.id}`, changes);
    expect(changed).toEqual({ ...condo, ...changes });
    expect(await list({ search: 'new' })).toEqual([changed]);
    expect(await list({ search: condo.name })).toEqual([]);
  });

  it('clears an optional field that is sent empty', async () => {
    const condo = await create({ website: 'https://a.example', description: 'Old' });
    const form = formOf({ website: '', description: '' });
    const response = await api.call('PUT', `${PATH}/${condo.id}`, form);
    expect(await response.json()).toEqual({ ...condo, website: null, description: null });
  });

  it('rejects an empty required field and changes nothing', async () => {
    const condo = await create();
    const response = await api.call('PUT', `${PATH}/${condo.id}`, { name: 'New', city: ' ' });
    expect(await errorOf(response)).toMatchObject({ status: 422, errors: [{ field: 'city' }] });
    expect(await list()).toEqual([condo]);
  });

  it('never takes the address of an image as text', async () => {
    const condo = await create({ image_url: 'https://evil.example/a.png', image_name: 'x' });
    const response = await api.call('PUT', `${PATH}/${condo.id}`, {
      image_url: 'https://evil.example/a.png',
      flag_url: 'x',
      id: 99,
      created_at: '2000-01-01T00:00:00Z',
    });
    expect(await response.json()).toEqual(condo);
  });

  it('keeps both of two changes made at the same time', async () => {
    const condo = await create();
    const put = (body: object) => api.call('PUT', `${PATH}/${condo.id}`, body);
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
    const response = await api.call('DELETE', `${PATH}/${id}`);
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
    expect(await rejectionOf(api.call('DELETE', `${PATH}/${id}`))).toBe(
      '400 Cannot delete: users are still associated with this building.',
    );
    expect(await list()).toHaveLength(1);
    expect(await api.db.select().from(apartments)).toHaveLength(place ? 1 : 0);
    await api.db.delete(apartments).catch(() => undefined);
    await api.db.delete(userCondoAssociations);
    expect((await api.call('DELETE', `${PATH}/${id}`)).status).toBe(204);
  });

  it('deletes once, also when asked twice at the same time', async () => {
    const { id } = await create();
    const remove = () => api.call('DELETE', `${PATH}/${id}`);
    expect(await statusesOf([remove(), remove()])).toEqual([204, 404]);
  });
});
