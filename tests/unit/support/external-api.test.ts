import { beforeEach, expect, it } from 'vitest';
import { ExternalApi } from '../../support/external-api/external-api';
import { aCondo } from '../../support/builders';
import { perFile } from '../../support/opened';
import { formOf } from '../../support/form-of';

const api = perFile(() => ExternalApi.start());
const AUTH = 'Bearer token-of-chief@external.example';

beforeEach(() => api.reset());

function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has('authorization')) headers.set('authorization', AUTH);
  return fetch(api.baseUrl + path, { ...init, method, headers });
}

const json = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

const CONDO = aCondo();
const APARTMENT = { condo_id: 41, apartment_number: '9', parking_spot_number: 'None' };
const LIST = '/admin/condos?sort_by=name&sort_order=asc';

it.each<[string, string, RequestInit, RegExp]>([
  ['GET', '/capabilities', {}, /not a call of the wire contract/],
  ['PATCH', '/admin/condos/41', {}, /not a call of the wire contract/],
  ['GET', '/admin/condos/abc', {}, /not a call of the wire contract/],
  ['GET', '/admin/condos', {}, /sort_by is missing/],
  ['GET', `${LIST}&page=1`, {}, /query: page is unknown/],
  ['GET', `${LIST}&search=`, {}, /query: search must be a filled text/],
  ['GET', `${LIST}&search=a&search=b`, {}, /twice/],
  ['GET', LIST, { headers: { authorization: '' } }, /Authorization/],
  ['GET', LIST, { headers: { authorization: 'Bearer null' } }, /Authorization/],
  ['DELETE', '/admin/condos/41', json({}), /body is json, must be none/],
  ['POST', '/admin/condos', { body: 'name=A' }, /body is other/],
  ['POST', '/admin/condos', { body: formOf({ ...CONDO, website: '' }) }, /website must be a URL/],
  ['POST', '/admin/condos', { body: formOf({ ...CONDO, id: '1' }) }, /body: id is unknown/],
  ['PUT', '/admin/condos/7', { body: formOf({ ...CONDO, website: '' }) }, /was so before/],
  ['PUT', '/admin/condos/41', { body: formOf({ ...CONDO, remove_image: 'True' }) }, /go together/],
  [
    'POST',
    '/admin/apartments',
    json({ ...APARTMENT, condo_id: '41' }),
    /condo_id must be a whole number/,
  ],
  ['POST', '/admin/apartments', json({ ...APARTMENT, notes: null }), /notes must be a filled text/],
  ['POST', '/admin/apartments', { body: formOf({ apartment_number: '1' }) }, /body is multipart/],
  ['GET', '/admin/users?page=1&page_size=20', {}, /page_size must be one of 10/],
  ['GET', '/admin/invitations', {}, /status is missing/],
])('%s %s is rejected and recorded', async (method, path, init, problem) => {
  const response = await send(method, path, init);
  expect(response.status).toBe(400);
  expect(api.violations).toHaveLength(1);
  expect(api.violations[0]).toMatch(problem);
});
