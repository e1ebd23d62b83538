import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BulkPage } from '~/imports/screens/bulk-page';
import { CREATE, importSteps, openImport, VALIDATE } from '../../support/import-screen';
import { api } from '../../support/stub-transport';
import { button, pressTwice, renderScreen, textsOf } from '../../support/on-screen';
import { must } from '../../support/must';

/** JSON text with values that JavaScript cannot represent or would write differently. */
const ROWS = [
  { ref: '1e400', name: 'Haus Ä' },
  { ref: '2.50', other: null },
];

beforeEach(() => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  api.on(VALIDATE, () => ({ body: { valid_rows: ROWS, invalid_rows: [] } }));
});

function Visits() {
  const [visit, setVisit] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setVisit(visit + 1)}>
        Leave and come back
      </button>
      <BulkPage key={visit} />
    </>
  );
}

it('offers the types and their templates', async () => {
  const { user } = await openImport();
  const choice = screen.getByLabelText('Upload Type');
  const types = textsOf(within(choice).getAllByRole('option'));
  expect(types).toEqual(['Condos', 'Apartments', 'User Invitations']);
  const template = screen.getByRole('link', { name: 'Download Template' });
  expect(template).toHaveAttribute('href', '/condo_template.csv');
  await user.selectOptions(choice, 'User Invitations');
  expect(template).toHaveAttribute('href', '/user_invite_template.csv');
  expect(screen.getByText('Supports CSV, XLS, XLSX files')).toBeVisible();
  expect(button('Validate File')).toBeDisabled();
  await user.upload(screen.getByLabelText('File'), new File(['x'], 'UNITS.XLSX'));
  expect(screen.getByText('UNITS.XLSX')).toBeVisible();
});

it('an external API is asked for no people and tenancies, also by the address', async () => {
  await openImport({ type: 'tenancy' });
  expect(screen.getByLabelText('Upload Type')).toHaveDisplayValue('Condos');
});

it('the embedded API takes people and tenancies, too', async () => {
  vi.stubEnv('API_BASE_URL', undefined);
  api.serve({ '/admin/bulk-imports': [] });
  await openImport({ type: 'tenancy' });
  const choice = screen.getByLabelText('Upload Type');
  expect(choice).toHaveDisplayValue('People and tenancies');
  expect(textsOf(within(choice).getAllByRole('option'))).toEqual([
    'Condos',
    'Apartments',
    'User Invitations',
    'People and tenancies',
  ]);
  const template = screen.getByRole('link', { name: 'Download Template' });
  expect(template).toHaveAttribute('href', '/tenancy_template.csv');
});

it('a double click creates the rows once', async () => {
  api.on(CREATE, () => ({ body: { created: 2, errors: [] } }));
  const { validate } = await openImport();
  await validate();
  const create = await screen.findByRole('button', { name: 'Create Entries for Valid Rows' });
  pressTwice(create);
  expect(await screen.findByText('2 entries created.')).toBeVisible();
  expect(api.made(CREATE)).toHaveLength(1);
});

it("after coming back, another file's rows can be created while the first ones are still sent", async () => {
  const first = Promise.withResolvers<void>();
  api.on(CREATE, async () => {
    if (api.made(CREATE).length === 1) await first.promise;
    return { body: { created: 2, errors: [] } };
  });
  const opened = await renderScreen(<Visits />);
  const { validate, create } = importSteps(opened);
  await validate();
  await create();
  await screen.findByRole('button', { name: 'Creating...' });
  await opened.press('Leave and come back');
  await validate();
  await create();
  expect(await screen.findByText('2 entries created.')).toBeVisible();
  expect(api.made(CREATE)).toHaveLength(2);
  first.resolve();
});

it('validates and creates with one call each, rows as they came', async () => {
  api.on(VALIDATE, () => ({
    body: { valid_rows: ROWS, invalid_rows: [{ row: { row_number: 3, ref: 'x' }, error: 'no' }] },
  }));
  api.on(CREATE, () => ({ body: { created: 2, errors: [] } }));
  const { validate, create } = await openImport();
  await validate(new File(['id;name\r\n'.padEnd(1536)], 'units.csv'), 'Apartments');
  expect(screen.getByText('1.50 KB')).toBeVisible();

  const preview = await screen.findByRole('region', { name: 'Preview of valid rows' });
  expect(within(preview).getByText('Haus Ä')).toBeVisible();
  const invalid = screen.getByRole('grid', { name: 'Invalid rows' });
  expect(within(invalid).getByText('no')).toBeVisible();
  const { form } = must(api.made(VALIDATE)[0], 'call that validates');
  expect(Object.keys(must(form, 'form')).toSorted()).toEqual(['file', 'type']);
  expect(form?.type).toBe('apartment');

  await create();
  expect(await screen.findByText('2 entries created.')).toBeVisible();
  expect(api.made(CREATE).map((call) => call.form)).toEqual([
    { type: 'apartment', rows: JSON.stringify(ROWS) },
  ]);
  expect(screen.queryByRole('button', { name: 'Create Entries for Valid Rows' })).toBeNull();
  expect(api.calls).toHaveLength(2);
});

/** Creates the invitations of a file with the embedded API, and returns what was sent. */
async function createInvitations(isTicked: boolean) {
  vi.stubEnv('API_BASE_URL', undefined);
  api.serve({ '/admin/bulk-imports': [] });
  api.on(CREATE, () => ({ body: { created: 2, errors: [] } }));
  const { validate, user, press } = await openImport();
  await validate(undefined, 'User Invitations');
  const box = await screen.findByRole('checkbox', { name: 'Send the invitations by e-mail' });
  expect(box).not.toBeChecked();
  if (isTicked) await user.click(box);
  await press(`Create Entries for Valid Rows${isTicked ? ' (2 e-mails)' : ''}`);
  expect(await screen.findByText('2 entries created.')).toBeVisible();
  return must(api.made(CREATE)[0], 'a call').form;
}

describe('invitations of a file, with the embedded API', () => {
  it('are mailed to nobody', async () => {
    expect(await createInvitations(false)).toMatchObject({ type: 'user_invite', mail: 'none' });
  });

  it('unless a box is ticked, and the button says how many', async () => {
    expect(await createInvitations(true)).not.toHaveProperty('mail');
  });
});

it('clears earlier results when a new file is picked', async () => {
  api.on(CREATE, () => ({ body: { created: 0, errors: [{ row: ROWS[0], error: 'taken' }] } }));
  const { user, validate, create } = await openImport();
  await validate();
  await create();
  expect(await screen.findByText('taken')).toBeVisible();
  await user.upload(screen.getByLabelText('File'), new File(['x'], 'two.csv'));
  expect(screen.queryByText('taken')).toBeNull();
  expect(screen.queryByText('Validation Results')).toBeNull();
  expect(screen.getByText('two.csv')).toBeVisible();
});

const unreadable = 'The server sent a response that could not be read';
it.each([
  [VALIDATE, { status: 422, body: { detail: 'The file is empty' } }, 'The file is empty'],
  [VALIDATE, { status: 400, body: { message: 'nope' } }, 'nope'],
  [VALIDATE, { body: {} }, unreadable],
  [CREATE, { status: 503, body: { detail: 'Busy' } }, 'Busy'],
  [CREATE, { body: { errors: [] } }, unreadable],
])('says why %s failed, and lets it be tried again: %j', async (call, answer, text) => {
  api.on(call, () => answer);
  const { validate, create } = await openImport();
  await validate();
  if (call === CREATE) await create();
  const [what, again] =
    call === CREATE
      ? ['Creation', 'Create Entries for Valid Rows']
      : ['Validation', 'Validate File'];
  expect(await screen.findByRole('alert')).toHaveTextContent(`${what} failed: ${text}`);
  expect(button(again)).toBeEnabled();
});
