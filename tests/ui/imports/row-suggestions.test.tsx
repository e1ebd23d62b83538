import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { gridCell, openImport, VALIDATE } from '../../support/import-screen';
import { api } from '../../support/stub-transport';

const row = (row_number: number, floor_number: string) => ({
  row: { row_number, condo_id: 'Haus elf', apartment_number: String(row_number), floor_number },
  error: `Etage "${floor_number}": ${floor_number} is a ground floor: floors begin at 1 here`,
  errors: [
    { field: 'floor_number', message: `${floor_number} is a ground floor: floors begin at 1 here` },
  ],
});

const ANSWER = {
  valid_rows: [{ row_number: 2, condo_id: 7, apartment_number: '1' }],
  invalid_rows: [row(3, 'EG'), row(4, 'Parterre')],
  reading: {
    source: { format: 'CSV' },
    columns: [
      { heading: 'Gebäude', field: 'condo_id' },
      { heading: 'Nummer', field: 'apartment_number' },
      { heading: 'Etage', field: 'floor_number' },
      { heading: 'Zimmernummer', field: null },
      { heading: 'Farbe', field: null },
    ],
  },
  names: { condo_id: { 7: 'Haus elf' } },
  unread: ['Zimmernummer', 'Farbe'],
};

beforeEach(() => {
  api.serve({ '/admin/bulk-imports': [] });
  api.on(VALIDATE, () => ({ body: ANSWER }));
});

async function showResults() {
  const steps = await openImport();
  await steps.validate(new File(['x'], 'units.csv'), 'Apartments');
  await screen.findByText(/^Read as/);
  return steps;
}

it('shows buildings by name, and warns of columns with values that are not read', async () => {
  await showResults();
  expect(screen.getByRole('cell', { name: 'Haus elf' })).toBeVisible();
  expect(screen.getByText(/values that are not read: Zimmernummer\./)).toBeVisible();
  expect(screen.getByText('Not read: Farbe.')).toBeVisible();
});

it('puts floors without a number into the notes of all rows, by keyboard and with one undo', async () => {
  const { user } = await showResults();
  screen.getByRole('button', { name: 'Leave empty and put it into Notes (2 rows)' }).focus();
  await user.keyboard('{Enter}');
  // The cells behind the error: condo, number, floor, rooms, bathrooms, area, parking, notes.
  expect(gridCell(1, 3)).toHaveTextContent('');
  expect(gridCell(1, 8)).toHaveTextContent('Etage: EG');
  expect(gridCell(2, 8)).toHaveTextContent('Etage: Parterre');
  expect(screen.getByRole('button', { name: 'Validate File' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: /put it into Notes/ })).toBeNull();
  await user.click(gridCell(1, 1));
  await user.keyboard('{Control>}z{/Control}');
  expect(gridCell(1, 3)).toHaveTextContent('EG');
  expect(gridCell(2, 8)).toHaveTextContent('');
});

it('reads the file again without a column, and does not remember it', async () => {
  const { press } = await showResults();
  await press('Leave the column out');
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
  expect(api.made(VALIDATE)[1]?.form).toMatchObject({ columns: '{"Etage":""}' });
  expect(localStorage.getItem('bulk_columns')).toBeNull();
});
