import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readPendingImport } from '~/imports/screens/import-memory';
import {
  CREATE,
  gridCell,
  openImport,
  sentFile,
  VALIDATE,
  VIEWS,
} from '../../support/import-screen';
import { must } from '../../support/must';
import { dialog, noDialog } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const ANSWER = {
  valid_rows: [{ row_number: 2, condo_id: 1, apartment_number: '01' }],
  invalid_rows: [
    {
      row: { row_number: 4, condo_id: 9, apartment_number: 'a' },
      error: 'Haus "9": there is no building with this id',
      errors: [{ field: 'condo_id', message: 'there is no building with this id' }],
    },
    {
      row: { row_number: 5, condo_id: 1 },
      error: 'Nr: Apartment number is required',
      errors: [{ field: 'apartment_number', message: 'Apartment number is required' }],
    },
  ],
  reading: {
    source: { format: 'XLSX', sheet: 'Tab', sheets: ['Tab', 'Tab 2'] },
    columns: [
      { heading: 'Haus', field: 'condo_id' },
      // Every object has a member of this name.
      { heading: 'toString', field: 'apartment_number' },
      { heading: 'Extra', field: null },
    ],
  },
};

beforeEach(() => {
  api.serve({ '/admin/bulk-imports': [] });
  api.on(VALIDATE, () => ({ body: ANSWER }));
});

async function showResults() {
  const steps = await openImport();
  await steps.validate(new File(['x'], 'units.xlsx'), 'Apartments');
  await screen.findByText(/^Read as/);
  return steps;
}

describe('editing invalid rows', () => {
  it('asks before edited rows are lost, until they are created', async () => {
    api.on(CREATE, () => ({ body: { created: 1, errors: [] } }));
    const { user, router, press, answer, create } = await showResults();
    await user.click(gridCell(1, 1));
    await user.keyboard('1{Enter}');
    void router.navigate({ to: '/dashboard' });
    await answer('Leave without saving?', 'Stay');
    await noDialog();
    // Checked again, and still nowhere but on this screen.
    await press('Validate File');
    await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(/changed\. Press/)).toBeNull());
    void router.navigate({ to: '/dashboard' });
    await answer('Leave without saving?', 'Stay');
    await create();
    await screen.findByText('1 entry created.');
    await router.navigate({ to: '/dashboard' });
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it.each([
    ['the field that the API names', [{ field: 'apartment_number', message: 'No' }], 'true'],
    ['no field where it names none', undefined, 'false'],
  ])('marks %s, whatever the text holds', async (_what, errors, isMarked) => {
    const error = 'Wohnung "1; City "2": is too long';
    const row = { row_number: 4, condo_id: 1, apartment_number: '1; City "2' };
    api.on(VALIDATE, () => ({ body: { ...ANSWER, invalid_rows: [{ row, error, errors }] } }));
    await showResults();
    expect(screen.getByText(error)).toBeVisible();
    expect(gridCell(1, 1)).toHaveAttribute('aria-invalid', 'false');
    expect(gridCell(1, 2)).toHaveAttribute('aria-invalid', isMarked);
  });

  it('edits by keyboard and posts all rows again as a file, at their numbers', async () => {
    const { user, press } = await showResults();
    const first = gridCell(1, 1);
    expect(first).toHaveAttribute('aria-invalid', 'true');
    await user.click(first);
    await user.keyboard('1{Enter}');
    await user.keyboard('{ArrowRight}{Enter}B "7"{Tab}');
    expect(screen.getByText(/2 rows changed/)).toBeVisible();
    await press('Validate File');
    await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
    const text = await sentFile(api.made(VALIDATE)[1]);
    const [head, second, third, fourth, fifth] = text.replace('\uFEFF', '').split('\r\n');
    // Below a heading that may mean a name, an id says that it is one.
    expect(head?.split(',').slice(0, 2)).toEqual(['"Haus"', '"apartment_number"']);
    expect(api.made(VALIDATE)[1]?.form).toMatchObject({ columns: '{"Haus":"condo_id"}' });
    expect(second).toBe('"id 1","01"');
    expect(third).toBe('');
    expect(fourth).toBe('"1","a"');
    expect(fifth).toBe('"1","B ""7"""');
    await waitFor(() => expect(screen.queryByText(/rows changed/)).toBeNull());
  });

  it('takes a block from the clipboard and cuts off what is outside', async () => {
    const { user } = await showResults();
    await user.click(gridCell(1, 1));
    await user.paste('1\t11\n2\t22\n3\t33\n');
    expect(gridCell(1, 2)).toHaveTextContent('11');
    expect(gridCell(2, 1)).toHaveTextContent('2');
    expect(gridCell(2, 2)).toHaveTextContent('22');
    expect(screen.getByText(/2 rows changed/)).toBeVisible();
  });

  it('cancels an edit with Escape, and Escape leaves the table', async () => {
    const { user } = await showResults();
    await user.click(gridCell(1, 2));
    await user.keyboard('{F2}zzz{Escape}');
    expect(gridCell(1, 2)).toHaveTextContent('a');
    expect(screen.queryByText(/changed/)).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Validate File' })).toHaveFocus();
  });

  it('downloads the rejected rows under their own headings', async () => {
    const { press } = await showResults();
    const createObjectURL = vi.spyOn(URL, 'createObjectURL');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await press('Download rejected rows');
    const [[saved] = []] = createObjectURL.mock.calls;
    if (!(saved instanceof Blob)) throw new Error('No file was handed out');
    expect(await saved.text()).toBe(
      '"Haus","toString","Error"\r\n' +
        '"9","a","Haus ""9"": there is no building with this id"\r\n' +
        '"1","","Nr: Apartment number is required"\r\n',
    );
  });
});

describe('reading choices', () => {
  it('says how the file was read and sends sheet and columns when asked again', async () => {
    const { user, press } = await showResults();
    expect(screen.getByText(/Read as XLSX, sheet “Tab”\./)).toBeInTheDocument();
    expect(screen.getByText('Not read: Extra.')).toBeVisible();
    await user.click(screen.getByText('How the file was read'));
    await user.selectOptions(screen.getByLabelText('Sheet'), 'Tab 2');
    await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
    await waitFor(() =>
      expect(screen.getByLabelText('Sheet')).toHaveAttribute('aria-disabled', 'false'),
    );
    await user.click(screen.getByText('Columns of the file'));
    expect(screen.getByLabelText('toString')).toHaveValue('apartment_number');
    await user.selectOptions(screen.getByLabelText('Extra'), 'notes');
    expect(screen.queryByRole('button', { name: /Create Entries/ })).toBeNull();
    await press('Validate File');
    await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(3));
    expect(api.made(VALIDATE)[1]?.form).not.toHaveProperty('columns');
    expect(api.made(VALIDATE)[2]?.form).toMatchObject({
      sheet: 'Tab 2',
      columns: JSON.stringify({ Extra: 'notes' }),
    });
    const kept = { path: '/bulk-operations', name: 'apartment', search: 'Extra=notes' };
    expect(api.sent(`POST ${VIEWS}`)).toMatchObject([{ ...kept, is_shared: false }]);
  });

  it('keeps columns of this browser from another API', async () => {
    localStorage.setItem('bulk_columns', '{"apartment":{"Extra":"notes"}}');
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    const { validate } = await openImport();
    await validate(undefined, 'Apartments');
    await screen.findByRole('grid');
    expect(Object.keys(must(api.made(VALIDATE)[0]?.form, 'form'))).toEqual(['file', 'type']);
    expect(screen.queryByText(/^Read as/)).toBeNull();
    expect(api.made('GET /admin/bulk-imports')).toEqual([]);
    expect(localStorage.getItem('bulk_columns')).not.toBeNull();
  });
});

describe('creating', () => {
  it('shows progress of long imports, cancels, and says what came of it', async () => {
    const rows = Array.from({ length: 1001 }, (_, index) => ({ row_number: index + 2 }));
    api.on(VALIDATE, () => ({ body: { valid_rows: rows, invalid_rows: [] } }));
    const body = { detail: 'The import was cancelled. Nothing was created' };
    const cancel = api.hold(CREATE, () => ({ status: 409, body }));
    const { press, create, validate } = await openImport();
    await validate();
    await create();
    const { key } = must(readPendingImport(), 'import that goes on');
    api.serve({ [`/admin/bulk-imports/progress/${key}`]: { state: 'running', done: 500 } });
    api.on(`DELETE /admin/bulk-imports/progress/${key}`, () => {
      cancel();
      return { body: null };
    });
    expect(await screen.findByText('500 of 1,001 rows')).toBeVisible();
    await press('Cancel import');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Creation failed: The import was cancelled. Nothing was created',
    );
  });

  it('finds the result of an import again after a reload', async () => {
    sessionStorage.setItem(
      'bulk_import',
      '{"key":"0123456789abcdef0123456789abcdef","type":"condo","fileName":"a.csv","total":3}',
    );
    api.serve({
      '/admin/bulk-imports/progress/0123456789abcdef0123456789abcdef': {
        state: 'finished',
        result: { created: 3, errors: [] },
      },
    });
    await openImport();
    expect(await screen.findByText('3 entries created.')).toBeVisible();
  });

  const UNDO = 'POST /admin/bulk-imports/7/undo';
  it.each([
    {
      name: 'Undo this import',
      outcome: { created: 2, undone_at: null, removed: null },
      body: { removed: 1, kept: [{ id: 1, name: 'Lac', reason: 'It has apartments' }] },
      query: { include_changed: 'false' },
      question: 'What was changed since or is in use stays.',
      text: 'Lac: It has apartments',
    },
    {
      name: 'Remove changed entries',
      outcome: { created: 3, undone_at: '2026-01-03T03:04:05Z', removed: 2 },
      body: { removed: 1, kept: [] },
      query: { include_changed: 'true' },
      question: 'with all later changes',
      text: '1 entry removed.',
    },
  ])('$name is done after asking', async ({ name, outcome, body, query, question, text }) => {
    const created = { created_by: 'me@example.com', created_at: '2026-01-02T03:04:05Z' };
    const named = { file_name: 'a.csv', reason: 'After the survey' };
    const record = { id: 7, type: 'condo', ...named, ...created, ...outcome };
    api.serve({ '/admin/bulk-imports': [record] }).on(UNDO, () => ({ body }));
    const { press, answer } = await openImport();
    expect(await screen.findByText('After the survey')).toBeVisible();
    await press(name);
    expect(await dialog()).toHaveTextContent(question);
    expect(api.made(UNDO)).toHaveLength(0);
    await answer(/./, name);
    expect(await screen.findByText(text)).toBeVisible();
    expect(api.queries(UNDO)).toEqual([query]);
  });
});
