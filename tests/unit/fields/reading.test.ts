import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readApartment } from '~/apartments/fields';
import { readBulkValidation } from '~/imports/bulk-reading';
import { readCondo } from '~/condos/fields';
import { readDashboardStats } from '~/dashboard/reading';
import { readList, readRecord, UnreadableAnswerError } from '~/fields/reading';
import { readUser, readUserPage } from '~/users/fields';
import { answered } from '../../support/answered';

const readYesNo = (value: unknown) => readUser({ is_active: value, email_verified: value });

it('a list may be plain or inside data; entries that are not objects are dropped', () => {
  const entries = [{ id: 1, name: 'A', surprise: {} }, null, 'x', 7, [1]];
  expect(readList(entries, readCondo).map(({ name }) => name)).toEqual(['A']);
  expect(readList({ data: entries, total: 9 }, readCondo)).toHaveLength(1);
});

it.each([null, undefined, 'text', 7, true, {}, { data: {} }])('%j is not a list', (answer) => {
  expect(() => readList(answer, readCondo)).toThrow(UnreadableAnswerError);
});

it('missing and unreadable fields are null', () => {
  expect(
    readCondo({ id: 'seven', name: { de: 'x' }, zip_code: 3920, number_of_units: '12' }),
  ).toMatchObject({
    id: null,
    name: null,
    zip_code: '3920',
    number_of_units: 12,
    website: null,
  });
});

it('numbers may be texts, has_parking may be missing', () => {
  expect(
    readApartment({ id: 1, sqmt: '82.50', bedrooms: '', parking_spot_number: 'P1,P2' }),
  ).toMatchObject({
    sqmt: 82.5,
    bedrooms: null,
    has_parking: true,
  });
  expect(readApartment({ id: 1, parking_spot_number: 'None' }).has_parking).toBe(false);
});

it('statistics: missing numbers are 0', () => {
  expect(readDashboardStats({ totalCondos: '3' })).toMatchObject({
    totalCondos: 3,
    totalUsers: 0,
    userRegistrationsByMonth: [],
  });
});

it('users without pagination are one page; one without a status is active', () => {
  expect(readUserPage({ data: [{ id: 1 }] })).toMatchObject({
    currentPage: 1,
    totalPages: 1,
    users: [{ is_active: true, condo_associations: [] }],
  });
});

it('a part of a page is one: its people are neither out of reach nor left out of an export', () => {
  expect(readUserPage({ data: [], pagination: { total_pages: '2.7' } }).totalPages).toBe(3);
});

it('yes and no may be texts or numbers', () => {
  for (const yes of [true, 'true', 1])
    expect(readYesNo(yes)).toMatchObject({ is_active: true, email_verified: true });
  for (const no of [false, 'false', 0])
    expect(readYesNo(no)).toMatchObject({ is_active: false, email_verified: false });
});

const validation = (answer: object) => readBulkValidation(answered(answer));

it('the results of an import may lack one of their lists', async () => {
  const valid = [{ name: 'A' }, 2];
  const withoutInvalid = await validation({ valid_rows: valid });
  expect(withoutInvalid).toMatchObject({ invalidRows: [], numbers: [null, null] });
  expect(await withoutInvalid.validRows.read()).toEqual([{ name: 'A' }, {}]);
  expect(await validation({ valid_rows: null, invalid_rows: [] })).toMatchObject({ numbers: [] });
  await expect(validation({})).rejects.toThrow(UnreadableAnswerError);
});

it('an invalid row without an error shows "-"', async () => {
  const invalid = [
    {},
    { error: null },
    { error: '' },
    { error: ' ' },
    { error: 0 },
    { error: ['x'] },
  ];
  const { invalidRows } = await validation({ invalid_rows: invalid });
  expect(invalidRows.map(({ error }) => error)).toEqual(['-', '-', '-', '-', '0', '["x"]']);
});

it('no record, whatever it is, breaks a list', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.anything())), (rows) => {
      expect(readList(rows, readCondo)).toHaveLength(rows.length);
      expect(readList(rows, readApartment)).toHaveLength(rows.length);
    }),
  );
});

it('one record may be inside data', () => {
  expect(readRecord({ data: { id: 1 } })).toEqual({ id: 1 });
  expect(readRecord({ id: 1, data: { id: 2 } })).toMatchObject({ id: 1 });
  expect(() => readRecord([])).toThrow(UnreadableAnswerError);
});
