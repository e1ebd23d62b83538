import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { apartmentSearch } from '~/apartments/search';
import { ApartmentsPage } from '~/apartments/screens/apartments-page';
import { anApartment } from '../../support/builders';
import { button, dialog, renderScreen, rowTexts, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const CARDS_CALL = 'GET /admin/apartments';
const TABLE_CALL = 'GET /admin/occupancy';

const FIRST = anApartment({ id: 31, condo_id: 7, sqmt: 82.5 });
const SECOND = { ...FIRST, id: 32, apartment_number: '1B', floor_number: null };

const tenancy = (id: number, fields: object) => ({
  id,
  user_id: id + 100,
  apartment_id: 31,
  email: null,
  since: null,
  until: null,
  state: 'current',
  ...fields,
});

const page = (...data: object[]) => ({
  body: { data, pagination: { current_page: 1, total_pages: 3, total: 27 } },
});

beforeEach(() => {
  api
    .serve({ '/admin/apartments': [FIRST, SECOND], '/admin/condos': [{ id: 7, name: 'Seeblick' }] })
    .on(TABLE_CALL, () =>
      page(
        {
          ...FIRST,
          condo_name: 'Seeblick',
          tenancies: [
            tenancy(1, { name: 'Anna Rossi', role: 'renter', since: '2026-04-01' }),
            tenancy(2, { name: 'Luca Favre', role: 'owner' }),
            tenancy(3, { name: 'Ida Alt', role: 'renter', until: '2026-03-31', state: 'past' }),
          ],
        },
        {
          ...SECOND,
          condo_name: 'Seeblick',
          tenancies: [
            tenancy(4, { name: 'Ida Alt', role: 'renter', until: '2026-03-31', state: 'past' }),
            // A manager leaves an apartment vacant.
            tenancy(5, { name: 'Uma Wart', role: 'building_manager', since: '2026-05-01' }),
            tenancy(6, {
              name: 'Eva Wart',
              role: 'building_manager',
              until: '2026-04-30',
              state: 'past',
            }),
          ],
        },
      ),
    );
});

async function open(search: Record<string, unknown> = {}) {
  const opened = await renderScreen(
    (params) => <ApartmentsPage query={apartmentSearch.read(params)} />,
    '/apartments',
  );
  await screen.findByRole('listitem', { name: 'Unit 1A' });
  api.calls = [];
  await opened.router.navigate({ to: '/apartments', search });
  return opened;
}

const lastQuery = (call: string) => api.made(call).at(-1)?.query;
const findTable = () => screen.findByRole('table', { name: 'Apartments' });

it('shows cards first; a press shows a table of who is where, and keeps the focus', async () => {
  const { user, router } = await open();
  expect(api.made(TABLE_CALL)).toHaveLength(0);
  await user.click(button('Table'));
  const rows = rowTexts(within(await findTable()));
  expect(rows).toEqual([
    ['Building', 'Number', 'Floor', 'Rooms', 'Sqmt', 'Residents', 'Since', 'Vacant', 'Actions'],
    [
      'Seeblick',
      '1A',
      '2',
      '3.5',
      '82.5',
      'Anna Rossi RenterLuca Favre Owner',
      'Apr 1, 2026-',
      '-',
      'Edit',
    ],
    [
      'Seeblick',
      '1B',
      '-',
      '3.5',
      '82.5',
      'Uma Wart Building Manager',
      'May 1, 2026',
      'Vacant since Mar 31, 2026',
      'Edit',
    ],
  ]);
  expect(router.state.location.search).toMatchObject({ view: 'table' });
  expect(button('Table')).toHaveFocus();
  expect(button('Table')).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('27 apartments')).toBeVisible();
  expect(screen.getByText('Showing page 1 of 3')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Anna Rossi' })).toHaveAttribute('href', '/users/101');
  await user.click(button('Cards'));
  expect(await screen.findByRole('listitem', { name: 'Unit 1B' })).toBeVisible();
});

it('asks the API of a deep link for the filtered page, in its order', async () => {
  await open({
    view: 'table',
    condo_id: '7',
    floor: '2',
    role: 'renter',
    vacant_on: '2026-12-01',
    sort_by: 'sqmt',
    sort_order: 'desc',
    page: 2,
    page_size: 25,
  });
  await findTable();
  expect(lastQuery(TABLE_CALL)).toEqual({
    condo_id: '7',
    floor: '2',
    role: 'renter',
    vacant_on: '2026-12-01',
    sort_by: 'sqmt',
    sort_order: 'desc',
    page: '2',
    page_size: '25',
  });
  expect(api.made(CARDS_CALL)).toHaveLength(0);
  expect(screen.getByRole('columnheader', { name: 'Sqmt' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(screen.getByLabelText('Vacant on')).toHaveValue('2026-12-01');
});

it('filters and sorts cards by the same address', async () => {
  await open({ floor: 3, role: 'owner', vacant_on: '2026-12-01', sort_by: 'sqmt' });
  await screen.findByRole('listitem', { name: 'Unit 1A' });
  await waitFor(() =>
    expect(lastQuery(CARDS_CALL)).toEqual({
      floor: '3',
      role: 'owner',
      vacant_on: '2026-12-01',
      sort_by: 'sqmt',
      sort_order: 'asc',
    }),
  );
});

it('begins at the first page with another order or filter', async () => {
  const { user, router, press } = await open({ view: 'table', page: 2 });
  await findTable();
  await press('Rooms');
  await waitFor(() =>
    expect(lastQuery(TABLE_CALL)).toMatchObject({ sort_by: 'bedrooms', page: '1' }),
  );
  await router.navigate({ to: '/apartments', search: { view: 'table', page: 2 } });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Owner');
  await waitFor(() => expect(lastQuery(TABLE_CALL)).toMatchObject({ role: 'owner', page: '1' }));
  expect(router.state.location.search).toMatchObject({ view: 'table', role: 'owner' });
});

it.each(['1899-12-31', '2201-01-01', '2026-02-30', 'soon'])(
  'drops %s from the address, as no day on which an apartment can be vacant',
  async (vacant_on) => {
    await open({ view: 'table', vacant_on });
    await findTable();
    expect(lastQuery(TABLE_CALL)).toEqual({ page: '1', page_size: '10' });
    expect(screen.getByLabelText('Vacant on')).toHaveValue('');
  },
);

it('keeps a year that is still being typed in its field, and drops it when that is left', async () => {
  const { user, router } = await open({ view: 'table', vacant_on: '2026-12-01' });
  await findTable();
  const field = screen.getByLabelText('Vacant on');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const before = router.history.length;
  await user.click(field);
  type('0002-12-01');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ vacant_on: '' }));
  await waitFor(() => expect(lastQuery(TABLE_CALL)).toEqual({ page: '1', page_size: '10' }));
  expect(field).toHaveValue('0002-12-01');
  type('2027-12-01');
  await waitFor(() => expect(lastQuery(TABLE_CALL)).toMatchObject({ vacant_on: '2027-12-01' }));
  expect(field).toHaveValue('2027-12-01');
  // One entry for the change, which Back takes back.
  expect(router.history.length).toBe(before + 1);
  type('0202-12-01');
  await user.click(screen.getByRole('heading', { name: 'Apartments Management' }));
  expect(field).toHaveValue('');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ vacant_on: '' }));
});

it.each([
  [1, '1 earlier association goes too.'],
  [1_200, '1,200 earlier associations go too.'],
])('asks before %i earlier associations go with several apartments', async (count, text) => {
  api.on('GET /admin/occupancy/ended', () => ({ body: { count } }));
  const { user } = await open({ view: 'table' });
  await findTable();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
  await user.click(await screen.findByRole('button', { name: 'Delete selected' }));
  const inDialog = within(await dialog('Delete 2 apartments'));
  expect(await inDialog.findByText(text)).toBeVisible();
  expect(api.queries('GET /admin/occupancy/ended')).toEqual([{ ids: '31,32' }]);
});

it('deletes several apartments of the table', async () => {
  api.on('DELETE /admin/apartments/32', () => ({ status: 204 }));
  const { user, answer } = await open({ view: 'table' });
  await findTable();
  await user.click(await screen.findByRole('checkbox', { name: 'Select 1B' }));
  await user.click(await screen.findByRole('button', { name: 'Delete selected' }));
  api.on(TABLE_CALL, () => page({ ...FIRST, condo_name: 'Seeblick', tenancies: [] }));
  await answer('Delete 1 apartment', 'Delete');
  expect(await screen.findByText('1 apartment deleted')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('1B')).toBeNull());
  const [, row] = within(await findTable()).getAllByRole('row');
  expect(textsOf(row?.children ?? [])).toContain('Vacant');
});

it('has neither table nor filters with an external API, whatever the address says', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await open({ view: 'table', floor: 3, role: 'owner', vacant_on: '2026-12-01', sort_by: 'sqmt' });
  expect(await screen.findByRole('listitem', { name: 'Unit 1A' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Table' })).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(api.made(TABLE_CALL)).toHaveLength(0);
  expect(api.queries(CARDS_CALL).filter((query) => Object.keys(query).length > 0)).toEqual([]);
});
