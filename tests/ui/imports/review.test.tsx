import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openImport, VALIDATE } from '../../support/import-screen';
import { must } from '../../support/must';
import { api } from '../../support/stub-transport';

const REVIEW = 'POST /admin/bulk-review';
const APPLY = 'POST /admin/bulk-apply';

const row = (id: number, name: string, old: string) => ({
  row_number: id + 1,
  id,
  name,
  version: `v${id}`,
  changes: [{ field: 'city', old, new: 'Bern' }],
});

beforeEach(() => {
  api.serve({ '/admin/bulk-imports': [] });
  api.on(VALIDATE, () => ({
    body: {
      valid_rows: [],
      invalid_rows: [],
      reading: {
        source: { format: 'CSV' },
        columns: ['id', 'row_version', 'city'].map((heading) => ({ heading, field: null })),
      },
    },
  }));
  api.on(REVIEW, () => ({
    body: {
      changed: [row(1, 'Alpha', 'Zug'), row(2, 'Beta', 'Basel')],
      conflicts: [row(3, 'Gamma', 'Genf')],
      new_rows: [{ row_number: 9, name: 'Delta' }],
      invalid_rows: [{ row: { row_number: 7, id: 99 }, error: 'id "99": there is none' }],
      unchanged: 5,
      missing: 4,
    },
  }));
});

async function review() {
  const { validate, ...steps } = await openImport();
  await validate(new File(['id;row_version;city'], 'buildings.csv'));
  return { ...steps, card: await screen.findByRole('region', { name: 'Review' }) };
}

/** Returns the content of the last bulk-apply. */
function sent() {
  const { form, headers } = must(api.made(APPLY).at(-1), 'a call');
  const text = form?.changes;
  const changes: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  const { rows, type, reason } = form ?? {};
  return { changes, rows, key: headers['idempotency-key'], type, reason };
}

test('an exported file that comes back is reviewed: old to new, conflicts, new and invalid rows', async () => {
  const { card } = await review();
  expect(within(card).getByRole('status')).toHaveTextContent(
    '2 changed, 1 new, 1 in conflict, 5 unchanged, 1 invalid',
  );
  const changed = within(card).getByRole('table', { name: 'Changed rows' });
  expect(within(changed).getByRole('row', { name: /Alpha/ })).toHaveTextContent('Zug → Bern');
  expect(within(changed).getByRole('checkbox', { name: 'Apply Alpha' })).toBeChecked();
  const conflicts = within(card).getByRole('table', { name: 'Conflicts' });
  expect(within(conflicts).getByRole('checkbox', { name: 'Use mine for Gamma' })).not.toBeChecked();
  expect(within(card).getByText('4 other buildings are not affected.')).toBeVisible();
  expect(within(card).getByText('id "99": there is none')).toBeVisible();
  expect(api.made(VALIDATE)[0]?.form).toMatchObject({ review: 'true' });
});

test('dates and words of ours are in the language', async () => {
  const changes = [{ field: 'date_built', old: '1974-05-01', new: null }];
  api.on(REVIEW, () => ({
    body: { changed: [{ ...row(1, 'Alpha', 'Zug'), changes }], conflicts: [], new_rows: [] },
  }));
  const { card } = await review();
  expect(within(card).getByRole('row', { name: /Alpha/ })).toHaveTextContent('May 1, 1974 → -');
});

test('rows can be left out, a conflict taken, and what is chosen is applied', async () => {
  api.on(APPLY, () => ({ body: { created: 0, changed: 2, errors: [] } }));
  const { user, card } = await review();
  await user.click(within(card).getByRole('checkbox', { name: 'Apply Beta' }));
  await user.click(within(card).getByRole('checkbox', { name: 'Use mine for Gamma' }));
  await user.click(within(card).getByRole('checkbox', { name: 'Create new rows' }));
  await user.type(within(card).getByLabelText('Reason (optional)'), ' After the survey');
  await user.click(within(card).getByRole('button', { name: 'Apply Changes' }));
  expect(await screen.findByText('2 buildings changed.')).toBeVisible();
  expect(sent()).toMatchObject({
    type: 'condo',
    reason: 'After the survey',
    rows: '[]',
    changes: [
      { row_number: 2, id: 1, version: 'v1', values: { city: 'Bern' } },
      { row_number: 4, id: 3, version: 'v3', values: { city: 'Bern' } },
    ],
  });
});

test('the same choice sent again has the same key, another choice another one', async () => {
  api.reject(APPLY, 503, 'Busy');
  const { user, press, card } = await review();
  const apply = () => press('Apply Changes');
  await apply();
  expect(await screen.findByText('Applying failed: Busy')).toBeVisible();
  const { key } = sent();
  await apply();
  await waitFor(() => expect(api.made(APPLY)).toHaveLength(2));
  expect(sent().key).toBe(key);
  await screen.findByText('Applying failed: Busy');
  await user.click(within(card).getByRole('checkbox', { name: 'Apply Beta' }));
  await apply();
  await waitFor(() => expect(api.made(APPLY)).toHaveLength(3));
  expect(sent().key).not.toBe(key);
  await screen.findByText('Applying failed: Busy');
});

test('where a row cannot be applied nothing is, and it is named', async () => {
  api.on(APPLY, () => ({
    body: { created: 0, errors: [{ row: { id: 1 }, error: 'id "1": it was changed' }] },
  }));
  const { press } = await review();
  await press('Apply Changes');
  expect(await screen.findByText('Nothing was changed.')).toBeVisible();
  expect(screen.getByText('id "1": it was changed')).toBeVisible();
});

test('the page shows some of 100,000 rows, more with each press, and all are applied', async () => {
  const ROWS = 100_000;
  const parse = vi.spyOn(JSON, 'parse');
  /** Objects in the longest text that was parsed: the page never has all rows. */
  const mostParsed = () =>
    Math.max(...parse.mock.calls.map(([text]) => text.split('{').length - 1));
  api.on(REVIEW, () => ({
    body: {
      changed: Array.from({ length: ROWS }, (_, index) => row(index + 1, `Haus ${index}`, 'Zug')),
      conflicts: Array.from({ length: ROWS }, (_, index) => row(ROWS + index + 1, 'C', 'Zug')),
      new_rows: Array.from({ length: ROWS }, (_, index) => ({ row_number: index, name: 'N' })),
      invalid_rows: Array.from({ length: ROWS }, (_, index) => ({
        row: { id: index },
        error: 'x',
      })),
      unchanged: 0,
      missing: 0,
    },
  }));
  api.on(APPLY, () => ({ body: { created: ROWS, changed: ROWS, errors: [] } }));
  const { user, card } = await review();
  const rowsOf = (name: string) =>
    within(within(card).getByRole('table', { name })).getAllByRole('row').length - 1;
  const lists = ['Changed rows', 'Conflicts', 'New rows', 'Invalid rows'];
  expect(lists.map(rowsOf)).toEqual([100, 100, 100, 100]);
  expect(mostParsed()).toBeLessThan(300);
  const [more] = within(card).getAllByRole('button', { name: 'Show more (99,900 left)' });
  await user.click(must(more, 'button'));
  await waitFor(() => expect(rowsOf('Changed rows')).toBe(200));
  await user.click(within(card).getByRole('checkbox', { name: 'Apply Haus 0' }));
  await user.click(within(card).getByRole('button', { name: 'Apply Changes' }));
  await screen.findByText('100,000 buildings changed, 100,000 buildings created.');
  expect(mostParsed()).toBeLessThan(3_000);
  expect(sent().changes).toHaveLength(ROWS - 1);
});
