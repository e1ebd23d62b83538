import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CREATE, gridCell, openImport, sentFile, VALIDATE } from '../../support/import-screen';
import { must } from '../../support/must';
import { api } from '../../support/stub-transport';

const REVIEW = 'POST /admin/bulk-review';

const reading = {
  source: { format: 'CSV' },
  columns: [{ heading: 'name', field: 'name' }],
};
const changed = {
  row_number: 3,
  id: 1,
  name: 'Alpha',
  version: 'v1',
  changes: [{ field: 'city', old: 'Zug', new: 'Bern' }],
};
const NOTHING = { changed: [], conflicts: [], new_rows: [], invalid_rows: [], missing: 0 };

beforeEach(() => {
  api.serve({ '/admin/bulk-imports': [] });
  api.on(VALIDATE, () => ({
    body: {
      valid_rows: [
        { row_number: 2, name: 'Delta' },
        { row_number: 4, name: 'Gamma' },
      ],
      invalid_rows: [{ row: { row_number: 3, name: 'Alpha' }, error: 'name "Alpha": it exists' }],
      existing: [3, 4],
      reading,
    },
  }));
  api.on(REVIEW, () => ({
    body: { ...NOTHING, changed: [changed], new_rows: [{ row_number: 2 }], unchanged: 1 },
  }));
  api.on(CREATE, () => ({ body: { created: 1, errors: [] } }));
});

async function validated() {
  const steps = await openImport();
  await steps.validate(new File(['name'], 'buildings.csv'));
  return {
    ...steps,
    question: await screen.findByRole('group', { name: '1 new, 2 exist already' }),
  };
}

const reviewed = () => must(api.made(REVIEW).at(-1)?.form, 'a review');

test('rows that fit stored records are asked about; only the new ones are created', async () => {
  const { create, question } = await validated();
  expect(within(question).getByLabelText('Create the new ones')).toBeChecked();
  expect(screen.getByText('name "Alpha": it exists')).toBeVisible();
  await create();
  await screen.findByText('1 entry created.');
  expect(api.made(CREATE)[0]?.form).toMatchObject({ rows: '[{"row_number":2,"name":"Delta"}]' });
  expect(screen.queryByRole('group', { name: /exist already/ })).toBeNull();
});

test('existing rows stay in the file when the new ones are created and a row is edited', async () => {
  const { create, user, press } = await validated();
  await create();
  await screen.findByText('1 entry created.');
  gridCell(1, 1).focus();
  await user.keyboard('Alpha 2{Enter}');
  await press('Validate File');
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
  const sent = await sentFile(api.made(VALIDATE)[1]);
  expect(sent).toContain('Alpha 2');
  expect(sent).toContain('Gamma');
  expect(sent).not.toContain('Delta');
});

test('the others are updated by a review, and the choice is remembered for the type', async () => {
  const { user, press, question } = await validated();
  await user.click(within(question).getByLabelText('Update the others'));
  expect(screen.queryByRole('button', { name: 'Create Entries for Valid Rows' })).toBeNull();
  await press('Review');
  const card = await screen.findByRole('region', { name: 'Review' });
  expect(within(card).getByRole('checkbox', { name: 'Apply Alpha' })).toBeChecked();
  expect(within(card).getByRole('checkbox', { name: 'Create new rows' })).not.toBeChecked();
  expect(reviewed()).toMatchObject({ type: 'condo', by_key: 'keep' });
  await press('Validate File');
  expect(await screen.findByLabelText('Update the others')).toBeChecked();
  await user.click(screen.getByLabelText('Create the new ones and update the others'));
  await press('Review');
  expect(await screen.findByRole('checkbox', { name: 'Create new rows' })).toBeChecked();
});

test('a file of people and tenancies is reviewed as one of people', async () => {
  const { validate, user, press } = await openImport();
  await validate(new File(['email'], 'people.csv'), 'People and tenancies');
  await user.click(await screen.findByLabelText('Update the others'));
  await press('Review');
  expect(await screen.findByRole('region', { name: 'Review' })).toBeVisible();
  expect(reviewed()).toMatchObject({ type: 'user', by_key: 'keep' });
});

test('empty cells clear fields where that is chosen: the file is compared again', async () => {
  const { user, press, question } = await validated();
  await user.click(within(question).getByLabelText('Update the others'));
  await press('Review');
  const box = await screen.findByRole('checkbox', { name: 'Clear empty cells' });
  expect(box).not.toBeChecked();
  expect(box).toHaveFocus();
  await user.click(box);
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: 'Clear empty cells' })).toBeChecked(),
  );
  expect(reviewed()).toMatchObject({ by_key: 'clear' });
});

test('a file that matches everything and changes nothing says so', async () => {
  api.on(REVIEW, () => ({ body: { ...NOTHING, unchanged: 1_200, unread: ['Farbe'] } }));
  const { user, press, question } = await validated();
  await user.click(within(question).getByLabelText('Update the others'));
  await press('Review');
  expect(
    await screen.findByText('All 1,200 rows are stored already, nothing would change.'),
  ).toBeVisible();
  expect(screen.getByText('Not read: Farbe.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Apply Changes' })).toBeDisabled();
});

test('where all rows exist there is nothing to create', async () => {
  api.on(VALIDATE, () => ({
    body: {
      valid_rows: [],
      invalid_rows: [{ row: { row_number: 3 }, error: 'it exists' }],
      existing: [3],
      reading,
    },
  }));
  const { validate } = await openImport();
  await validate();
  const question = await screen.findByRole('group', { name: '0 new, 1 exists already' });
  expect(within(question).getAllByRole('radio')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Review' })).toBeVisible();
});

test('a file without the columns of new records is reviewed at once if it fits some', async () => {
  api.on(VALIDATE, () => ({
    body: {
      valid_rows: [],
      invalid_rows: [{ row: { row_number: 1 }, error: 'columns are missing' }],
      reading: { ...reading, by_key: true },
    },
  }));
  const { validate } = await openImport();
  await validate();
  expect(await screen.findByRole('region', { name: 'Review' })).toBeVisible();
  expect(reviewed()).toMatchObject({ by_key: 'keep' });
  api.on(REVIEW, () => ({ body: { ...NOTHING, unchanged: 0 } }));
  await validate();
  expect(await screen.findByText('columns are missing')).toBeVisible();
});
