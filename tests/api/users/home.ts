import { beforeEach } from 'vitest';
import { condoTenancySchema, tenancyRecordSchema, userSchema } from '~/users/schema';
import { apiPerFile, insertUser, type TestApi } from '../../support/api';
import { insertApartment, insertCondo } from '../../support/places';

/** The call of associations. */
export const PATH = '/admin/user-condo-associations';
export const OVERLAP = 'This person has this role in this apartment already at that time.';

/** Noon in Zürich, unless a test sets another time. */
const NOON = new Date('2026-07-01T10:00:00Z');
export const time = { now: NOON };

/** The API of this file's tests, once `openHome` has opened it. */
export let api: TestApi;
/** A building with two apartments, and Anna Rossi. */
export let home: { condo: number; one: number; two: number; person: number };

/** Opens an API for the tests of a file; each has a home of its own. */
export function openHome(): void {
  api = apiPerFile({ clock: () => time.now });
  beforeEach(async () => {
    time.now = NOON;
    const condo = await insertCondo(api.db, 'Seeblick');
    home = {
      condo,
      one: await insertApartment(api.db, condo, '1'),
      two: await insertApartment(api.db, condo, '2'),
      person: await insertUser(api.db, { first_name: 'Anna', last_name: 'Rossi' }),
    };
  });
}

export const renter = (fields: object = {}) => ({
  user_id: home.person,
  condo_id: home.condo,
  apartment_id: home.one,
  role: 'renter',
  ...fields,
});
export const post = (fields?: object) => api.call('POST', PATH, renter(fields));
export const create = (fields?: object) =>
  api.read(tenancyRecordSchema, 'POST', PATH, renter(fields), 201);
export const get = (id: number) => api.read(tenancyRecordSchema, 'GET', `${PATH}/${id}`);
export const put = (id: number, body: object, headers?: Record<string, string>) =>
  api.call('PUT', `${PATH}/${id}`, body, headers);
export const move = (id: number, body: object, headers?: Record<string, string>) =>
  api.call('POST', `${PATH}/${id}/move`, body, headers);
export const tenancies = (query = '') =>
  api.read(condoTenancySchema.array(), 'GET', `/admin/condos/${home.condo}/tenancies${query}`);
export const shownHomes = async (id = home.person) =>
  (await api.read(userSchema, 'GET', `/admin/users/${id}`)).condo_associations;
/** Somebody who was deactivated, or erased as well, and what is said of them. */
export const GONE = [
  ['inactive', 'This person is inactive. Restore the user first.'],
  ['erased', 'This person was erased.'],
] as const;
export async function remove(how: (typeof GONE)[number][0], id = home.person): Promise<void> {
  await api.call('DELETE', `/admin/users/${id}`);
  if (how === 'erased') await api.call('DELETE', `/admin/personal-data/${id}`);
}
export const tagOf = async (id: number) =>
  (await api.call('GET', `${PATH}/${id}`)).headers.get('etag') ?? '';
