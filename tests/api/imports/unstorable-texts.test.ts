import { expect, it } from 'vitest';
import { bulkCreateResponseSchema, type BulkReview } from '~/imports/schema';
import { apiPerFile } from '../../support/api';
import { aCondo } from '../../support/builders';
import { postRows } from '../../support/bulk';
import { withCity } from '../../support/edited-exports';
import { reviewCalls } from '../../support/review-calls';

const api = apiPerFile();

const { applied, createApartment, createCondo, exportRows, read, review, undo } = reviewCalls(
  () => api,
);

const NUL = 'a\0b';
/** Half of a character, which JSON can spell; a column gets the sign for what cannot be read. */
const HALF = 'a\ud83d';
const STORED = 'a\ufffd';

it.each([
  ['with-nul', NUL],
  ['with-half', HALF],
])('a rejected row %s is in the answer, also of a call with a key', async (key, name) => {
  const rows = JSON.stringify([{ ...aCondo(), name, zip_code: '' }]);
  const response = await postRows(api, 'condo', rows, { 'idempotency-key': key });
  expect(response.status).toBe(200);
  const { created, errors } = bulkCreateResponseSchema.parse(await response.json());
  expect([created, errors.length]).toEqual([0, 1]);
});

it('half a character in new rows is stored as a column would', async () => {
  const condo_id = await createCondo();
  const rows = JSON.stringify([{ condo_id, apartment_number: HALF }]);
  const response = await postRows(api, 'apartment', rows, { 'idempotency-key': 'new-rows' });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ created: 1 });
});

it('half a character in changes of buildings and apartments too, and can be undone', async () => {
  const condo = await createCondo();
  const apartment = await createApartment(condo, '1');
  const building = await review(withCity(await exportRows('condos'), 'Bern'));
  expect(await applied(withHalf(building))).toMatchObject({ errors: [] });
  expect(await read(`/admin/condos/${condo}`)).toMatchObject({ city: STORED });
  expect(await undo()).toMatchObject({ kept: [] });
  const row = (await exportRows('apartments')).find(
    ({ apartment_number }) => apartment_number === '1',
  );
  const renumbered = await review([{ ...row, apartment_number: '2' }], 'apartment');
  expect(await applied(withHalf(renumbered), { type: 'apartment' })).toMatchObject({ changed: 1 });
  expect(await read(`/admin/apartments/${apartment}`)).toMatchObject({ apartment_number: STORED });
});

function withHalf({ changed, new_rows }: BulkReview) {
  return {
    changed: changed.map((row) => ({
      ...row,
      changes: row.changes.map((change) => ({ ...change, new: HALF })),
    })),
    new_rows,
  };
}
