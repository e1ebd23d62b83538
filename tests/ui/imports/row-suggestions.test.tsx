import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { gridCell, openImport, sentFile, VALIDATE, VIEWS } from '../../support/import-screen';
import { api } from '../../support/stub-transport';

const row = (row_number: number, floor_number: string) => ({
  row: { row_number, condo_id: 'Haus elf', apartment_number: String(row_number), floor_number },
  error: `Etage "${floor_number}": ${floor_number} is a ground floor: floors begin at 1 here`,
  errors: [
    { field: 'floor_number', message: `${floor_number} is a ground floor: floors begin at 1 here` },
  ],
});

const ANSWER = {
  valid_rows: [{ row_number: 2, condo_id: 7, apartment_number: '1', floor_number: 5 }],
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
  expect(screen.getByText(/values that are not read: Zimmernummer, Farbe\./)).toBeVisible();
  expect(screen.queryByText(/^Not read: /)).toBeNull();
});

it('does not warn of a column that somebody left out', async () => {
  const kept = { name: 'apartment', path: '/bulk-operations', search: 'Farbe=', is_mine: true };
  api.serve({ [VIEWS]: [{ ...kept, id: 1, is_shared: false }] });
  await showResults();
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
  expect(api.made(`POST ${VIEWS}`)).toEqual([]);
});

/** Edits the number of the first invalid row. */
async function editNumber() {
  const steps = await showResults();
  await steps.user.click(gridCell(1, 2));
  await steps.user.keyboard('3b{Enter}');
  expect(gridCell(1, 2)).toHaveTextContent('3b');
  return steps;
}

const edited = (call: number) => sentFile(api.made(VALIDATE)[call]);
const isChecked = (times: number) => waitFor(() => expect(api.made(VALIDATE)).toHaveLength(times));

describe('a column that is left out after rows were edited', () => {
  it('is in no row, and edits of other columns stay', async () => {
    const { press } = await editNumber();
    await press('Leave the column out');
    await isChecked(2);
    const lines = (await edited(1)).split('\r\n');
    expect(lines[0]).toBe('"Gebäude","apartment_number"');
    expect(lines[1]).toContain('"id 7","1"');
    expect(lines[2]).toContain('"Haus elf","3b"');
    expect(lines[3]).toContain('"Haus elf","4"');
    expect(lines.join()).not.toMatch(/"5"|EG|Parterre/);
    expect(await screen.findByText('Not read: Etage.')).toBeVisible();
    expect(api.made(`POST ${VIEWS}`)).toEqual([]);
  });

  it('stays out when the rows are checked again', async () => {
    const { press } = await editNumber();
    await press('Validate File');
    await isChecked(2);
    // The decimals of these rows were decided when the file was read.
    expect(api.made(VALIDATE).map(({ form }) => form?.edited)).toEqual([undefined, 'true']);
    expect(await edited(1)).toContain('floor_number');
    await press('Leave the column out');
    await isChecked(3);
    await press('Validate File');
    await isChecked(4);
    for (const call of [2, 3]) expect(await edited(call)).not.toContain('floor_number');
  });

  it('stays out when the check has failed', async () => {
    const { press } = await editNumber();
    api.on(VALIDATE, () => ({ status: 503, body: { detail: 'Busy' } }));
    await press('Leave the column out');
    await screen.findByText(/^Validation failed: /);
    expect(gridCell(1, 2)).toHaveTextContent('3b');
    api.on(VALIDATE, () => ({ body: ANSWER }));
    await press('Validate File');
    await isChecked(3);
    expect(await edited(2)).toContain('"Haus elf","3b"');
    expect(await edited(2)).not.toContain('floor_number');
  });
});
