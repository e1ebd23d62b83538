import fc from 'fast-check';
import { expect, it } from 'vitest';
import { condoSchema } from '~/contract/condo';
import { createTestApi } from '../support/api';
import { perFile } from '../support/opened';

const api = perFile(createTestApi);

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

it('JSON and multipart give the same record or the same error', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fields, async (texts) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(texts)) form.set(name, value);
      const [byJson, byForm] = [await create(texts), await create(form)];
      expect(byForm).toEqual(byJson);
      seen.add(byJson.status);
    }),
    { numRuns: 300 },
  );
  expect(seen).toEqual(new Set([201, 422]));
});
