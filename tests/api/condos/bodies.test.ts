import fc from 'fast-check';
import { expect, it } from 'vitest';
import { condoSchema } from '~/condos/schema';
import { apiPerFile } from '../../support/api';
import { formOf } from '../../support/form-of';

const api = apiPerFile();

const awkward = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '01003',
    'true',
    'null',
    '[1]',
    'é',
    '&',
    '%',
    '<script>',
    'a\nb',
    'a\r\nb',
    'a\rb',
    '',
    ' ',
  ),
);
const required = fc.oneof({ weight: 9, arbitrary: awkward.map((text) => `x${text}`) }, awkward);
const fields = fc.record(
  {
    name: required,
    address: required,
    city: required,
    state: required,
    zip_code: required,
    country: required,
    website: fc.oneof(fc.webUrl({ withQueryParameters: true }), awkward),
    description: awkward,
    date_built: fc.oneof(
      fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      fc.constantFrom('', 'yesterday', '2024-02-30'),
    ),
    number_of_units: fc.oneof(fc.integer({ min: -1, max: 500 }).map(String), awkward),
  },
  { requiredKeys: ['name', 'address', 'city', 'state', 'zip_code', 'country'] },
);

async function create(body: object) {
  const response = await api.call('POST', '/admin/condos', body);
  const answer: unknown = await response.json();
  if (response.status !== 201) return { status: response.status, answer };
  const { id: _id, created_at: _createdAt, ...condo } = condoSchema.parse(answer);
  return { status: 201, answer: condo };
}

it('JSON and multipart for a building give the same record or the same error', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fields, async (texts) => {
      const [byJson, byForm] = [await create(texts), await create(formOf(texts))];
      expect(byForm).toEqual(byJson);
      seen.add(byJson.status);
    }),
    { numRuns: 300 },
  );
  expect(seen).toEqual(new Set([201, 422]));
});

const JSON_TYPE = 'application/json';

it.each([
  ['POST', '/admin/condos', 415],
  ['POST', '/admin/apartments', 422],
  ['PUT', '/admin/users/1', 200],
  ['POST', '/auth/login', 422],
  ['POST', '/auth/set-password', 422],
  ['POST', '/invitations/accept', 415],
])(
  '%s %s says of a body that is none of its own what is wrong with it',
  async (method, path, ofNone) => {
    for (const [type, body, status] of [
      [JSON_TYPE, '{"name":', 400],
      [JSON_TYPE, '[]', 422],
      [JSON_TYPE, 'null', 422],
      [JSON_TYPE, ' '.repeat(1024 * 1024 + 1), 413],
      ['text/plain', '{}', 415],
      [null, null, ofNone],
    ] as const) {
      const response = await api.send(method, path, type, body);
      expect([type, body?.trim(), response.status]).toEqual([type, body?.trim(), status]);
    }
  },
);

it.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
  'a body of %s that is no form is rejected',
  async (type) => {
    expect((await api.send('POST', '/admin/condos', type, 'no form')).status).toBe(400);
  },
);
