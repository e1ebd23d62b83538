import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CREATE, gridCell, openImport, sentFile, VALIDATE } from '../../support/import-screen';
import { must } from '../../support/must';
import type { OpenedScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

// docs/behaviour/imports.md: rows that are edited, created and validated again.

const READING = {
  source: { format: 'CSV', encoding: 'Windows-1252', delimiter: 'semicolon' },
  columns: [{ heading: 'Nr', field: 'apartment_number' }],
};
const VALID = { row_number: 2, condo_id: 1, apartment_number: '1' };
const EDITED = { row_number: 3, condo_id: 1, apartment_number: '2' };
const INVALID = {
  row: { row_number: 3, condo_id: 1, apartment_number: '' },
  error: 'Nr: Apartment number is required',
  errors: [{ field: 'apartment_number', message: 'Apartment number is required' }],
};

const FIRST = { valid_rows: [VALID], invalid_rows: [INVALID], reading: READING };

/** Sets the API's answer to the next file and to all later ones. */
const answerWith = (body: object) => api.on(VALIDATE, () => ({ body }));

beforeEach(() => {
  api.serve({ '/admin/bulk-imports': [] });
  api.on(CREATE, () => ({ body: { created: 1, errors: [] } }));
  answerWith(FIRST);
});

async function showResults() {
  const steps = await openImport();
  await steps.validate(undefined, 'Apartments');
  await screen.findByRole('grid', { name: 'Invalid rows' });
  async function typeNumber() {
    await steps.user.click(numberCell());
    await steps.user.keyboard('2{Enter}');
  }
  return { ...steps, typeNumber };
}

/** The cell of the invalid row's number. */
const numberCell = () => gridCell(1, 2);

function drop(target: Element, name: string): void {
  const file = new File(['x'], name);
  const items = [{ kind: 'file', type: file.type, getAsFile: () => file }];
  fireEvent.drop(target, { dataTransfer: { files: [file], types: ['Files'], items } });
}

describe('rows that were edited', () => {
  it('are validated before anything is created', async () => {
    api.on(CREATE, () => ({ body: { created: 2, errors: [] } }));
    const { typeNumber, create } = await showResults();
    await typeNumber();
    answerWith({ valid_rows: [VALID, EDITED], invalid_rows: [] });
    await create();
    expect(await screen.findByText('2 entries created.')).toBeVisible();
    expect(await sentFile(api.made(VALIDATE)[1])).toContain('"1","2"');
    expect(api.made(CREATE).map(({ form }) => form?.rows)).toEqual([
      JSON.stringify([VALID, EDITED]),
    ]);
  });

  it('are still there when validating them fails', async () => {
    const { typeNumber, press } = await showResults();
    await typeNumber();
    api.reject(VALIDATE, 422, 'No');
    await press('Validate File');
    expect(await screen.findByText('Validation failed: No')).toBeVisible();
    expect(numberCell()).toHaveTextContent('2');
  });

  it('change nothing of what is told about the file', async () => {
    const { typeNumber, press } = await showResults();
    await typeNumber();
    const reading = { source: { format: 'JSON' } };
    answerWith({ valid_rows: [VALID, EDITED], invalid_rows: [], reading });
    await press('Validate File');
    await screen.findByText('2 valid');
    expect(
      screen.getByText('Read as CSV, Windows-1252, separated by semicolon.', { exact: false }),
    ).toBeInTheDocument();
  });
});

describe('a row whose error is about all of it', () => {
  const WHOLE = {
    row: { row_number: 4, condo_id: 1, apartment_number: 'Hinterhaus' },
    error: 'The row has more cells than there are columns (1)',
    errors: [],
    code: 'too_many_cells',
    params: { max: '1' },
  };

  it('stays invalid while others are edited, and is never created', async () => {
    answerWith({ ...FIRST, invalid_rows: [INVALID, WHOLE] });
    const { typeNumber, create, press } = await showResults();
    await typeNumber();
    answerWith({ valid_rows: [VALID, EDITED], invalid_rows: [] });
    await create();
    await screen.findByText('1 entry created.');
    expect(await sentFile(api.made(VALIDATE)[1])).not.toContain('Hinterhaus');
    expect(api.made(CREATE).map(({ form }) => form?.rows)).toEqual([
      JSON.stringify([VALID, EDITED]),
    ]);
    expect(screen.getByText('1 invalid')).toBeVisible();
    expect(screen.getByText(WHOLE.error)).toBeVisible();
    // Validated again without an edit, it is neither lost nor there twice.
    answerWith({ valid_rows: [], invalid_rows: [] });
    await press('Validate File');
    await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(3));
    expect(await screen.findByText('1 invalid')).toBeVisible();
    expect(screen.getAllByText(WHOLE.error)).toHaveLength(1);
    expect(await sentFile(api.made(VALIDATE)[2])).not.toContain('Hinterhaus');
  });

  it('is validated once it was edited itself', async () => {
    answerWith({ ...FIRST, invalid_rows: [WHOLE] });
    const { typeNumber, press } = await showResults();
    await typeNumber();
    answerWith({ valid_rows: [VALID, EDITED], invalid_rows: [] });
    await press('Validate File');
    expect(await screen.findByText('0 invalid')).toBeVisible();
  });
});

describe('rows that were created', () => {
  it('are not in what is validated next', async () => {
    const { typeNumber, press, create } = await showResults();
    await create();
    await screen.findByText('1 entry created.');
    await typeNumber();
    answerWith({ valid_rows: [EDITED], invalid_rows: [] });
    await press('Validate File');
    await screen.findByText('0 invalid');
    expect(await sentFile(api.made(VALIDATE)[1])).not.toContain('"1","1"');
    await create();
    await waitFor(() => expect(api.made(CREATE)).toHaveLength(2));
  });

  it('do not come back as invalid when the file is validated again', async () => {
    const { press, create } = await showResults();
    await create();
    await screen.findByText('1 entry created.');
    const duplicate = { row: VALID, error: 'Nr "1": exists already', errors: [] };
    answerWith({ ...FIRST, valid_rows: [], invalid_rows: [duplicate, INVALID] });
    await press('Validate File');
    expect(
      await screen.findByText('1 row of this file was created before and is not listed.'),
    ).toBeVisible();
    expect(screen.getByText('1 invalid')).toBeVisible();
    expect(screen.queryByText(/exists already/)).toBeNull();
  });
});

const CREATED_BEFORE = /created before/;
const undoOf = (id: number) => `POST /admin/bulk-imports/${id}/undo`;
const importRecord = (id: number) => ({
  id,
  type: 'apartment',
  file_name: `units-${id}.csv`,
  reason: null,
  created_by: 'me@example.com',
  created_at: '2026-01-02T03:04:05Z',
  created: 1,
  changed: null,
  undone_at: null,
  removed: null,
});

/** The answers to imports of these numbers, one after the other; each is listed, and can be undone. */
function serveImports(...ids: number[]): void {
  let made = 0;
  api.serve({ '/admin/bulk-imports': ids.map((id) => importRecord(id)) });
  api.on(CREATE, () => ({ body: { created: 1, errors: [], import_id: ids[made++] } }));
  for (const id of ids) api.on(undoOf(id), () => ({ body: { removed: 1, kept: [] } }));
}

async function undoImport({ user, answer }: OpenedScreen, id = 8) {
  const row = within(screen.getByRole('row', { name: new RegExp(`units-${id}.csv`) }));
  await user.click(row.getByRole('button', { name: 'Undo this import' }));
  await answer('Undo Import', 'Undo this import');
  expect(await screen.findByText(/removed\.$/)).toBeVisible();
}

const createButton = () => screen.queryByRole('button', { name: 'Create Entries for Valid Rows' });

describe('rows whose import was undone', () => {
  it('are offered again as they were edited, and all of them are in what is validated next', async () => {
    serveImports(8, 9);
    const { typeNumber, create, ...steps } = await showResults();
    await typeNumber();
    answerWith({ valid_rows: [VALID, EDITED], invalid_rows: [] });
    await create();
    await screen.findByText('1 entry created.');
    await undoImport(steps);
    expect(screen.queryByText('1 entry created.')).toBeNull();
    expect(createButton()).toBeVisible();
    await steps.press('Validate File');
    await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(3));
    const sent = await sentFile(api.made(VALIDATE)[2]);
    expect(sent).toContain('"1","1"');
    expect(sent).toContain('"1","2"');
    expect(await screen.findByText('2 valid')).toBeVisible();
    expect(screen.queryByText(CREATED_BEFORE)).toBeNull();
    expect(createButton()).toBeVisible();
  });

  it('are created again by a call of its own, not by a repeat of the first one', async () => {
    serveImports(8, 9);
    const { create, ...steps } = await showResults();
    await create();
    await screen.findByText('1 entry created.');
    await undoImport(steps);
    await create();
    await screen.findByText('1 entry created.');
    const [first, again] = api.made(CREATE).map(({ headers }) => headers['idempotency-key']);
    expect(again).toMatch(/^[0-9a-f]{32}$/);
    expect(again).not.toBe(first);
  });

  it('are no longer said to be created where the file was not edited', async () => {
    serveImports(8);
    const { create, ...steps } = await showResults();
    await create();
    await screen.findByText('1 entry created.');
    await undoImport(steps);
    await steps.press('Validate File');
    await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
    expect(await screen.findByText('1 valid')).toBeVisible();
    expect(screen.queryByText(CREATED_BEFORE)).toBeNull();
  });

  it('come back from an earlier check, and rows of a later import stay created', async () => {
    serveImports(8, 9);
    const { typeNumber, create, ...steps } = await showResults();
    await create();
    await screen.findByText('1 entry created.');
    await typeNumber();
    answerWith({ valid_rows: [EDITED], invalid_rows: [] });
    await steps.press('Validate File');
    await screen.findByText('0 invalid');
    await create();
    await screen.findByText('1 entry created.');
    await undoImport(steps, 8);
    expect(screen.getByText('1 entry created.')).toBeVisible();
    expect(createButton()).toBeNull();
    answerWith({ valid_rows: [VALID], invalid_rows: [] });
    await steps.press('Validate File');
    await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(3));
    const sent = await sentFile(api.made(VALIDATE)[2]);
    expect(sent).toContain('"1","1"');
    expect(sent).not.toContain('"1","2"');
    expect(await screen.findByText(/^1 row of this file was created before/)).toBeVisible();
    expect(createButton()).toBeVisible();
  });

  it('are checked before they are created where the undo has kept some of them', async () => {
    serveImports(8);
    const kept = [{ id: 1, name: 'U1', reason: 'Users are associated with it', removable: false }];
    api.on(undoOf(8), () => ({ body: { removed: 0, kept } }));
    const { create, ...steps } = await showResults();
    await create();
    await screen.findByText('1 entry created.');
    await undoImport(steps);
    expect(createButton()).toBeNull();
    const duplicate = { row: VALID, error: 'Nr "1": exists already', errors: [] };
    answerWith({ ...FIRST, valid_rows: [], invalid_rows: [duplicate] });
    await steps.press('Validate File');
    expect(await screen.findByText('Nr "1": exists already')).toBeVisible();
    expect(screen.queryByText(CREATED_BEFORE)).toBeNull();
  });
});

describe('the clipboard and undo', () => {
  it('pasting writes only where a cell has the focus', async () => {
    const { user } = await showResults();
    await user.click(numberCell());
    await user.click(screen.getByText(INVALID.error));
    fireEvent.paste(screen.getByText(INVALID.error), {
      clipboardData: { getData: () => 'from the error' },
    });
    expect(numberCell()).toHaveTextContent('');
    await user.click(numberCell());
    await user.paste('B1');
    expect(numberCell()).toHaveTextContent('B1');
  });

  it('Ctrl+Z undoes edits and pastes, Ctrl+Y does them again', async () => {
    const { user } = await showResults();
    await user.click(numberCell());
    await user.paste('B1');
    await user.keyboard('C1{Enter}');
    expect(numberCell()).toHaveTextContent('C1');
    await user.keyboard('{Control>}z{/Control}');
    expect(numberCell()).toHaveTextContent('B1');
    await user.keyboard('{Control>}z{/Control}');
    expect(numberCell()).toHaveTextContent('');
    expect(screen.queryByText(/changed\. Press/)).toBeNull();
    await user.keyboard('{Control>}yy{/Control}');
    expect(numberCell()).toHaveTextContent('C1');
  });
});

it('a file that is dropped is taken anywhere on the page, once', async () => {
  await openImport();
  drop(screen.getByRole('heading', { name: 'Bulk Operations' }), 'one.csv');
  expect(await screen.findByText('one.csv')).toBeVisible();
  drop(document.body, 'page.pdf');
  expect(await screen.findByText('Please choose a CSV, XLS or XLSX file')).toBeVisible();
  drop(screen.getByText('one.csv'), 'two.csv');
  expect(await screen.findByText('two.csv')).toBeVisible();
});

it('an import for a building completes a file without a column for it and says so; buildings need none', async () => {
  api.serve({ '/admin/condos/7': { id: 7, name: 'Seeblick' } });
  answerWith({ ...FIRST, reading: { ...READING, condo_id: 7 } });
  const { validate, press, user } = await openImport({ type: 'apartment', condo_id: 7 });
  expect(await screen.findByText(/The file needs no building column/)).toBeVisible();
  await validate();
  const notice = await screen.findByText(/The file has no column for the building/);
  expect(notice).toHaveTextContent('each row is completed with condo_id 7 (Seeblick).');
  expect(must(api.made(VALIDATE)[0]?.form, 'form').condo_id).toBe('7');

  answerWith({ valid_rows: [], invalid_rows: [], reading: READING });
  await validate(new File(['y'], 'other.csv'));
  await screen.findByText('0 invalid');
  expect(screen.queryByText(/The file has no column for the building/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('Upload Type'), 'Condos');
  await press('Validate File');
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(3));
  expect(must(api.made(VALIDATE)[2]?.form, 'form').condo_id).toBeUndefined();
});
