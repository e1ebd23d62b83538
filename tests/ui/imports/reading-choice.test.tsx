import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openImport, VALIDATE, VIEWS } from '../../support/import-screen';
import { api } from '../../support/stub-transport';
import { must } from '../../support/must';
import { textsOf } from '../../support/on-screen';

// docs/behaviour/imports.md: how the file was read, and the choices where that is open.

const SOURCE = { format: 'CSV', encoding: 'Mac Roman', delimiter: 'semicolon' };
const ENCODINGS = [
  { encoding: 'Mac Roman', sample: 'Bär' },
  { encoding: 'DOS 850', sample: 'Bèr' },
];
const READING = {
  columns: ['name', 'address', 'city', 'state', 'zip_code', 'country'].map((field) => ({
    heading: field,
    field,
  })),
  heading_row: 2,
  first_rows: [
    { number: 1, cells: ['Liste', '2026'] },
    { number: 2, cells: ['Name', 'Ort'] },
    { number: 3, cells: ['Bär', 'Bern'] },
  ],
};
const VALID = { row_number: 3, name: 'Bär' };
const answer = (encodings: object | undefined, valid: object[], more = {}) =>
  api.on(VALIDATE, () => ({
    body: {
      valid_rows: valid,
      invalid_rows: [],
      reading: { ...READING, ...more, source: { ...SOURCE, ...(encodings && { encodings }) } },
    },
  }));

beforeEach(() => {
  api.serve({ '/admin/bulk-imports': [] });
});

const summary = () => must(screen.getByText('How the file was read').closest('details'), 'details');

it('asks for an encoding that is open, and reads the file again with the one that is chosen', async () => {
  answer(ENCODINGS, []);
  const { validate, user } = await openImport();
  await validate();
  expect(
    await screen.findByText('The letters fit several encodings. Please choose one.'),
  ).toBeVisible();
  expect(summary()).toHaveAttribute('open');
  const encoding = screen.getByLabelText('Encoding');
  expect(encoding).toHaveValue('');
  expect(textsOf(within(encoding).getAllByRole('option')).slice(0, 3)).toEqual([
    'Please choose',
    'Mac Roman: Bär',
    'DOS 850: Bèr',
  ]);
  expect(screen.queryByRole('button', { name: 'Create Entries for Valid Rows' })).toBeNull();
  answer(undefined, [VALID]);
  encoding.focus();
  await user.selectOptions(encoding, 'Mac Roman: Bär');
  expect(
    await screen.findByRole('button', { name: 'Create Entries for Valid Rows' }),
  ).toBeVisible();
  expect(api.made(VALIDATE)[1]?.form).toMatchObject({ type: 'condo', encoding: 'Mac Roman' });
  // The choice stays in sight, and the keyboard where it was.
  expect(summary()).toHaveAttribute('open');
  expect(screen.getByLabelText('Encoding')).toHaveFocus();
  expect(screen.getByLabelText('Encoding')).toHaveValue('Mac Roman');
});

it('the choice is folded if nothing is open, and shows the first rows and what was left out', async () => {
  answer(undefined, [VALID], { left_out: 2 });
  const { validate, user } = await openImport();
  await validate();
  await screen.findByText('How the file was read');
  expect(summary()).not.toHaveAttribute('open');
  await user.click(screen.getByText('How the file was read'));
  expect(
    screen.getByText('Read as CSV, Mac Roman, separated by semicolon, headings in row 2.'),
  ).toBeVisible();
  expect(
    screen.getByText('Lines left out, as they repeat the headings or the title of a page: 2'),
  ).toBeVisible();
  const rows = within(screen.getByRole('table', { name: 'First rows of the file' }));
  expect(textsOf(rows.getAllByRole('row'))).toEqual(['2NameOrt', '3BärBern']);
});

it('another separator reads the file again from its own headings', async () => {
  answer(undefined, [VALID]);
  const { validate, user } = await openImport();
  await validate();
  await user.click(await screen.findByText('How the file was read'));
  await user.selectOptions(screen.getByLabelText('Row with the headings'), '1: Liste, 2026');
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
  expect(api.made(VALIDATE)[1]?.form).toMatchObject({ heading_row: '1' });
  await waitFor(() =>
    expect(screen.getByLabelText('Separator')).toHaveAttribute('aria-disabled', 'false'),
  );
  await user.selectOptions(screen.getByLabelText('Separator'), 'comma');
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(3));
  const { form } = must(api.made(VALIDATE)[2], 'third call');
  expect(form).toMatchObject({ delimiter: 'comma' });
  expect(form).not.toHaveProperty('heading_row');
});

it('a file without any known column shows how it was read at once', async () => {
  answer(undefined, [], { columns: [{ heading: 'x', field: null }] });
  const { validate } = await openImport();
  await validate();
  await screen.findByText('How the file was read');
  expect(summary()).toHaveAttribute('open');
});

it('names other sheets with the headings above the rows, with the choice of sheet open', async () => {
  const source = {
    format: 'XLSX',
    sheet: 'Nord',
    sheets: ['Nord', 'Notizen', 'Süd'],
    other_sheets: ['Süd'],
  };
  api.on(VALIDATE, () => ({
    body: { valid_rows: [VALID], invalid_rows: [], reading: { ...READING, source } },
  }));
  const { validate, user } = await openImport();
  await validate();
  expect(await screen.findByText(/^Only sheet “Nord” is read\./)).toHaveTextContent(': Süd.');
  expect(summary()).toHaveAttribute('open');
  await user.selectOptions(screen.getByLabelText('Sheet'), 'Süd');
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
  expect(api.made(VALIDATE)[1]?.form).toMatchObject({ sheet: 'Süd' });
});

it('says what the workbook hides: rows and columns that are read, and sheets that are not', async () => {
  const source = { format: 'XLSX', sheet: 'Nord', sheets: ['Nord', 'Alt'], hidden_sheets: ['Alt'] };
  const reading = { ...READING, source, hidden_rows: 1_200, hidden_columns: ['city', 'state'] };
  const serve = (more: object) =>
    api.on(VALIDATE, () => ({
      body: { valid_rows: [VALID], invalid_rows: [], reading: { ...reading, ...more } },
    }));
  serve({});
  const { validate, user } = await openImport();
  await validate();
  expect(await screen.findByText(/^1,200 hidden rows are read as well\./)).toBeVisible();
  expect(screen.getByText(/^These hidden columns are read/)).toHaveTextContent(': city, state.');
  expect(screen.getByText(/^These hidden sheets have the headings/)).toHaveTextContent(': Alt.');
  serve({ source: { ...source, sheet: 'Alt' }, hidden_rows: 1 });
  await user.click(screen.getByText('How the file was read'));
  await user.selectOptions(screen.getByLabelText('Sheet'), 'Alt');
  expect(await screen.findByText(/^1 hidden row is read as well\./)).toBeVisible();
  expect(screen.queryByText(/^These hidden sheets/)).toBeNull();
  expect(screen.getByText(/^Read as XLSX, hidden sheet “Alt”/)).toBeVisible();
});

it('warns of a column without a heading where it has values, and of no blank one', async () => {
  const columns = [
    ...READING.columns,
    { heading: 'Column G', field: null },
    { heading: 'Column H', field: null },
  ];
  const reading = { ...READING, columns, source: SOURCE };
  api.on(VALIDATE, () => ({
    body: { valid_rows: [VALID], invalid_rows: [], reading, unread: ['Column H'] },
  }));
  const { validate, user, press } = await openImport();
  await validate();
  expect(await screen.findByText(/^These columns have values/)).toHaveTextContent(': Column H.');
  expect(screen.queryByText(/^Not read:/)).toBeNull();
  await user.click(screen.getByText('Columns of the file'));
  await user.selectOptions(screen.getByLabelText('Column H'), 'description');
  await press('Validate File');
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
  expect(api.made(VALIDATE)[1]?.form).toMatchObject({ columns: '{"Column H":"description"}' });
  // The column of this letter is another one in another file.
  expect(api.made(`POST ${VIEWS}`)).toEqual([]);
  await validate(new File(['y'], 'other.csv'));
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(3));
  expect(api.made(VALIDATE)[2]?.form).not.toHaveProperty('columns');
});
