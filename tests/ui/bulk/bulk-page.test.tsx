import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BulkPage } from '~/features/bulk/bulk-page';
import { api } from '../../support/stub-transport';
import { renderScreen } from '../../support/render-screen';
import { must } from '../../support/must';

const VALIDATE = 'POST /admin/bulk-validate';
const CREATE = 'POST /admin/bulk-create';
/** JSON text with values that JavaScript cannot represent or would write differently. */
const ROWS = [
  { ref: '1e400', name: 'Haus Ä' },
  { ref: '2.50', other: null },
];

beforeEach(() => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
});

const csv = (name: string, text = 'a,b\n1,2\n') => new File([text], name, { type: 'text/csv' });

async function showPage() {
  const shown = await renderScreen(<BulkPage />);
  return { ...shown, input: screen.getByLabelText('File') };
}

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

const button = (name: string) => screen.getByRole('button', { name });

describe('Bulk Operations', () => {
  it('offers the types and their templates', async () => {
    const { user } = await showPage();
    const choice = screen.getByLabelText('Upload Type');
    expect(
      within(choice)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Condos', 'Apartments', 'User Invitations']);
    const template = screen.getByRole('link', { name: 'Download Template' });
    expect(template).toHaveAttribute('href', '/condo_template.csv');
    await user.selectOptions(choice, 'User Invitations');
    expect(template).toHaveAttribute('href', '/user_invite_template.csv');
    expect(screen.getByText('Supports CSV, XLS, XLSX files')).toBeVisible();
    expect(button('Validate File')).toBeDisabled();
  });

  it('a double click creates the rows once', async () => {
    api.on(VALIDATE, () => ({ body: { valid_rows: ROWS, invalid_rows: [] } }));
    api.on(CREATE, () => ({ body: { created: 2, errors: [] } }));
    const { user, input } = await showPage();
    await user.upload(input, csv('units.csv'));
    await user.click(button('Validate File'));
    const create = await screen.findByRole('button', { name: 'Create Entries for Valid Rows' });
    // Within one task, as on a busy machine.
    act(() => {
      create.click();
      create.click();
    });
    expect(await screen.findByText('2 entries created.')).toBeVisible();
    expect(api.made(CREATE)).toHaveLength(1);
  });

  it('who comes back creates the rows of another file while the first ones are on their way', async () => {
    api.on(VALIDATE, () => ({ body: { valid_rows: ROWS, invalid_rows: [] } }));
    const first = Promise.withResolvers<void>();
    api.on(CREATE, async () => {
      if (api.made(CREATE).length === 1) await first.promise;
      return { body: { created: 2, errors: [] } };
    });
    const { user } = await renderScreen(<Visits />);
    const create = async (name: string) => {
      await user.upload(screen.getByLabelText('File'), csv(name));
      await user.click(button('Validate File'));
      await user.click(
        await screen.findByRole('button', { name: 'Create Entries for Valid Rows' }),
      );
    };
    await create('one.csv');
    await screen.findByRole('button', { name: 'Creating...' });
    await user.click(button('Leave and come back'));
    await create('two.csv');
    expect(await screen.findByText('2 entries created.')).toBeVisible();
    expect(api.made(CREATE)).toHaveLength(2);
    first.resolve();
  });

  it('validates and creates with one call each, rows as they came', async () => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    api.on(VALIDATE, () => ({
      body: { valid_rows: ROWS, invalid_rows: [{ row: { row_number: 3, ref: 'x' }, error: 'no' }] },
    }));
    api.on(CREATE, () => ({ body: { created: 2, errors: [] } }));
    const { user, input } = await showPage();
    await user.selectOptions(screen.getByLabelText('Upload Type'), 'Apartments');
    await user.upload(input, csv('units.csv', 'x'.repeat(1536)));
    expect(screen.getByText('1.50 KB')).toBeVisible();
    await user.click(button('Validate File'));

    const preview = await screen.findByRole('region', { name: 'Preview of valid rows' });
    expect(within(preview).getByText('Haus Ä')).toBeVisible();
    const invalid = screen.getByRole('grid', { name: 'Invalid rows' });
    expect(within(invalid).getByText('no')).toBeVisible();
    expect(api.made(VALIDATE)).toHaveLength(1);
    const { form } = must(api.made(VALIDATE)[0], 'call that validates');
    expect(Object.keys(must(form, 'form')).toSorted()).toEqual(['file', 'type']);
    expect(form?.type).toBe('apartment');

    await user.click(button('Create Entries for Valid Rows'));
    expect(await screen.findByText('2 entries created.')).toBeVisible();
    expect(api.made(CREATE).map((call) => call.form)).toEqual([
      { type: 'apartment', rows: JSON.stringify(ROWS) },
    ]);
    expect(screen.queryByRole('button', { name: 'Create Entries for Valid Rows' })).toBeNull();
  });

  it('clears earlier results when a new file is picked', async () => {
    api.on(VALIDATE, () => ({ body: { valid_rows: ROWS, invalid_rows: [] } }));
    api.on(CREATE, () => ({ body: { created: 0, errors: [{ row: ROWS[0], error: 'taken' }] } }));
    const { user, input } = await showPage();
    await user.upload(input, csv('one.csv'));
    await user.click(button('Validate File'));
    await user.click(await screen.findByRole('button', { name: 'Create Entries for Valid Rows' }));
    expect(await screen.findByText('taken')).toBeVisible();
    await user.upload(input, csv('two.csv'));
    expect(screen.queryByText('taken')).toBeNull();
    expect(screen.queryByText('Validation Results')).toBeNull();
    expect(screen.getByText('two.csv')).toBeVisible();
  });

  it.each([
    [{ status: 422, body: { detail: 'The file is empty' } }, 'The file is empty'],
    [{ status: 400, body: { message: 'nope' } }, 'nope'],
    [{ body: {} }, 'The server sent a response that could not be read'],
  ])('says why validation failed: %j', async (answer, text) => {
    api.on(VALIDATE, () => answer);
    const { user, input } = await showPage();
    await user.upload(input, csv('one.csv'));
    await user.click(button('Validate File'));
    expect(await screen.findByRole('alert')).toHaveTextContent(`Validation failed: ${text}`);
  });

  it.each([
    [{ status: 503, body: { detail: 'Busy' } }, 'Busy'],
    [{ body: { errors: [] } }, 'The server sent a response that could not be read'],
  ])('says why creation failed and lets it be tried again: %j', async (answer, text) => {
    api.on(VALIDATE, () => ({ body: { valid_rows: ROWS, invalid_rows: [] } }));
    api.on(CREATE, () => answer);
    const { user, input } = await showPage();
    await user.upload(input, csv('one.csv'));
    await user.click(button('Validate File'));
    await user.click(await screen.findByRole('button', { name: 'Create Entries for Valid Rows' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(`Creation failed: ${text}`);
    expect(button('Create Entries for Valid Rows')).toBeEnabled();
  });

  it('takes one file of the three types', async () => {
    const { user, input } = await showPage();
    await user.upload(input, csv('UNITS.XLSX'));
    expect(screen.getByText('UNITS.XLSX')).toBeVisible();
  });
});
