import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { savedViewCalls, type NewSavedView } from '~/search/calls';
import { openImport, VALIDATE, VIEWS } from '../../support/import-screen';
import { must } from '../../support/must';
import { api } from '../../support/stub-transport';

/* The columns of a file's headings are kept with the account, or shared (docs/behaviour/imports.md). */

type Stored = NewSavedView & { id: number; is_mine: boolean; created_by: string };
let stored: Stored[];

const store = (search: string, fields: Partial<Stored> = {}) =>
  stored.push({
    id: stored.length + 1,
    name: 'condo',
    path: '/bulk-operations',
    search,
    is_starred: false,
    is_shared: false,
    is_mine: true,
    created_by: 'Ada',
    ...fields,
  });
const shared = (search: string, created_by: string) =>
  store(search, { is_mine: false, is_shared: true, created_by });
const bodyOf = (json: unknown) => savedViewCalls.calls.create.body.parse(json);
const sent = () => api.made(`POST ${VIEWS}`).map(({ json }) => bodyOf(json));

beforeEach(() => {
  stored = [];
  api.serve({ '/admin/bulk-imports': [] });
  api.on(`GET ${VIEWS}`, () => ({ body: stored }));
  api.on(`POST ${VIEWS}`, ({ json }) => {
    const body = bodyOf(json);
    stored = stored.filter((one) => !one.is_mine || one.name !== body.name);
    store(body.search, body);
    return { status: 201, body: {} };
  });
  api.on(VALIDATE, () => ({
    body: {
      valid_rows: [{ row_number: 2, name: 'Alpha' }],
      invalid_rows: [],
      reading: {
        source: { format: 'CSV' },
        columns: ['Objekt', 'Lage', 'Ort'].map((heading) => ({ heading, field: null })),
      },
    },
  }));
});

/** Has a file checked that lacks columns: the choice of its columns is open. */
async function open() {
  const steps = await openImport();
  await steps.validate();
  await screen.findByText('Columns of the file');
  return steps;
}

const columnsOf = (call: number): unknown => {
  const text = must(api.made(VALIDATE)[call], 'a call').form?.columns;
  return typeof text === 'string' ? JSON.parse(text) : null;
};
const box = () =>
  screen.findByRole('checkbox', { name: 'Share my columns with all administrators' });

it('others share theirs; a choice of one’s own counts before, and is shared by a press', async () => {
  shared('Objekt=name&Lage=address', 'Bea');
  shared('Ort=city', 'Cem');
  store('Ignored=name', { name: 'apartment' });
  const { user, press } = await open();
  expect(columnsOf(0)).toEqual({ Objekt: 'name', Lage: 'address', Ort: 'city' });
  expect(screen.getByText('Also used: columns shared by Bea, Cem')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /^Share my columns/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Ort'), 'address');
  const kept = { name: 'condo', path: '/bulk-operations', search: 'Ort=address' };
  await user.click(await box());
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { ...kept, is_shared: false },
      { ...kept, is_shared: true },
    ]),
  );
  expect(await box()).toBeChecked();
  await press('Validate File');
  await waitFor(() => expect(api.made(VALIDATE)).toHaveLength(2));
  expect(columnsOf(1)).toEqual({ Objekt: 'name', Ort: 'address' });
  await user.selectOptions(screen.getByLabelText('Objekt'), 'city');
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]).toMatchObject({ search: 'Objekt=city&Ort=address', is_shared: true });
});

it("this browser's columns are taken over once, below the account's", async () => {
  const local = { condo: { Objekt: 'name', Ort: 'city' }, apartment: { Whg: 'apartment_number' } };
  localStorage.setItem('bulk_columns', JSON.stringify(local));
  store('Stadt=city');
  await openImport();
  await waitFor(() => expect(localStorage.getItem('bulk_columns')).toBeNull());
  expect(sent().map(({ name, search }) => [name, search])).toEqual([
    ['condo', 'Objekt=name&Stadt=city'],
    ['apartment', 'Whg=apartment_number'],
  ]);
});

it('columns that cannot be stored are reported, and stay in this browser', async () => {
  localStorage.setItem('bulk_columns', '{"condo":{"Objekt":"name"}}');
  api.reject(`POST ${VIEWS}`, 409, 'Too many');
  const { user } = await open();
  await user.selectOptions(screen.getByLabelText('Ort'), 'city');
  expect(await screen.findByText('The columns were not kept: Too many')).toBeVisible();
  expect(screen.getByLabelText('Ort')).toHaveValue('city');
  expect(localStorage.getItem('bulk_columns')).not.toBeNull();
});

it('a failure to load the columns is reported, and they are requested again', async () => {
  api.reject(`GET ${VIEWS}`, 503, 'Busy');
  const { user } = await open();
  expect(await screen.findByText('Error loading remembered columns.')).toBeVisible();
  store('Ort=city');
  api.on(`GET ${VIEWS}`, () => ({ body: stored }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByLabelText('Ort')).toHaveValue('city'));
  expect(screen.queryByText('Error loading remembered columns.')).toBeNull();
});
