import { expect, it } from 'vitest';
import { apiPerFile, errorOf } from '../../support/api';

const api = apiPerFile();

const LONG = 'x'.repeat(1001);

it.each([
  ['condos?sort_by=created_at', 'sort_by'],
  ['condos?sort_order=up', 'sort_order'],
  [`condos?search=${LONG}`, 'search', 'must be at most 1000 characters'],
  ['condos?search=a%00', 'search'],
  ['condos?city=a&city=b', 'city'],
  ['apartments?condo_id=x', 'condo_id'],
  ['apartments?condo_id=0', 'condo_id'],
  ['apartments?condo_id=1.5', 'condo_id'],
  ['apartments?condo_id=2147483648', 'condo_id'],
  ['apartments?search=%00', 'search'],
  ['users?page=0', 'page'],
  ['users?page=-1', 'page'],
  ['users?page=1.5', 'page'],
  ['users?page=x', 'page'],
  ['users?page_size=0', 'page_size'],
  ['users?page_size=101', 'page_size'],
  ['users?condo_id=x', 'condo_id'],
  ['users?condo_id=9007199254740991', 'condo_id'],
  ['users?search=%00', 'search'],
  [`users?search=${LONG}`, 'search'],
  ['users?inactive=all', 'inactive'],
  ['users?sort_by=role', 'sort_by'],
  ['users?sort_by=', 'sort_by'],
  ['users?sort_by=name&sort_by=id', 'sort_by'],
  ['users?sort_order=up', 'sort_order'],
  ['users?role=tenant', 'role'],
  ['users?role=owner&role=renter', 'role'],
  ['invitations?status=accepted', 'status'],
  ['history?record=1', 'kind'],
  ['history?kind=session', 'kind'],
])('GET /admin/%s is rejected for %s', async (query, field, message = '') => {
  const { status, detail, errors } = await errorOf(api.call('GET', `/admin/${query}`));
  expect({ status, fields: errors?.map((error) => error.field) }).toEqual({
    status: 422,
    fields: [field],
  });
  expect(detail).toContain(`${field}: ${message}`);
});
