import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { viewSearch } from '~/search/saved-views';
import { button } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA, userPage } from './user-fixtures';
import { answerWithPeople, lastQuery, LIST_CALL, openUsers, row } from './users-screen';

beforeEach(() => {
  answerWithPeople();
  api.on(LIST_CALL, ({ query }) => userPage([ANNA], Number(query.page), 5));
});

const header = (name: string) => screen.getByRole('columnheader', { name });
const sortsOf = (...names: string[]) => names.map((name) => header(name).getAttribute('aria-sort'));
const roleFilter = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role' });
const sizes = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' });
const optionsOf = (select: HTMLSelectElement) => [...select.options].map(({ text }) => text);

const FIRST_CALL = { page: '1', page_size: '10', with_total: 'true' };

describe('the order of the user list', () => {
  it('is asked of the API by the headers of name, e-mail and date joined, from the first page', async () => {
    const { press, router } = await openUsers({ page: 3, search: 'a' });
    await row('Anna Meier');
    const sorted = ['Name', 'Email', 'Date Joined'];
    expect(sortsOf(...sorted)).toEqual(['none', 'none', 'none']);
    expect(sortsOf('Profile', 'Associations', 'Status')).toEqual([null, null, null]);
    await press('Name');
    const query = { ...FIRST_CALL, search: 'a', sort_by: 'name' };
    await waitFor(() => expect(lastQuery()).toEqual({ ...query, sort_order: 'desc' }));
    expect(sortsOf(...sorted)).toEqual(['descending', 'none', 'none']);
    await press('Name');
    await waitFor(() => expect(lastQuery()).toEqual({ ...query, sort_order: 'asc' }));
    expect(sortsOf(...sorted)).toEqual(['ascending', 'none', 'none']);
    await press('Date Joined');
    const order = { sort_by: 'created_at', sort_order: 'desc' };
    await waitFor(() => expect(lastQuery()).toMatchObject(order));
    expect(sortsOf(...sorted)).toEqual(['none', 'none', 'descending']);
    expect(router.state.location.search).toMatchObject({ ...order, page: 1, search: 'a' });
    await press('Email');
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort_by: 'email' }));
  });

  it('stays on the pages that follow', async () => {
    const { press } = await openUsers({ sort_by: 'email', sort_order: 'asc', page_size: '25' });
    await row('Anna Meier');
    await press('Next');
    const query = { page: '2', page_size: '25', sort_by: 'email', sort_order: 'asc' };
    await waitFor(() => expect(lastQuery()).toMatchObject(query));
  });

  it('is that by id for an address with another one', async () => {
    await openUsers({ sort_by: 'phone', sort_order: 'up', role: 'tenant', page_size: 11 });
    await row('Anna Meier');
    expect(lastQuery()).toEqual(FIRST_CALL);
  });
});

describe('the role filter', () => {
  it('is beside the building, and goes to the address and to the API', async () => {
    const { user, router } = await openUsers({ page: 2, condo_id: 7 });
    await row('Anna Meier');
    expect(optionsOf(roleFilter())).toEqual(['All', 'Building Manager', 'Owner', 'Renter']);
    await user.selectOptions(roleFilter(), 'Renter');
    const query = { ...FIRST_CALL, condo_id: '7', role: 'renter' };
    await waitFor(() => expect(lastQuery()).toEqual(query));
    expect(router.state.location.search).toMatchObject({ role: 'renter', page: 1, condo_id: 7 });
    await user.selectOptions(roleFilter(), 'All');
    await waitFor(() => expect(lastQuery()).toEqual({ ...FIRST_CALL, condo_id: '7' }));
  });

  it('is that of a pasted link', async () => {
    await openUsers({ role: 'owner' });
    await waitFor(() => expect(roleFilter()).toHaveValue('owner'));
    expect(lastQuery()).toEqual({ ...FIRST_CALL, role: 'owner' });
  });
});

describe('the size of a page', () => {
  it('is 10, 25, 50 or 100, in the address, from the first page', async () => {
    const { user, router } = await openUsers({ page: 4, sort_by: 'name' });
    await row('Anna Meier');
    expect(sizes()).toHaveValue('10');
    expect(optionsOf(sizes())).toEqual(['10', '25', '50', '100']);
    await user.selectOptions(sizes(), '50');
    const query = { page: '1', page_size: '50', sort_by: 'name' };
    await waitFor(() => expect(lastQuery()).toMatchObject(query));
    expect(router.state.location.search).toMatchObject({ page: 1, page_size: 50 });
  });

  it('can be chosen where one page has everybody', async () => {
    api.on(LIST_CALL, () => userPage([ANNA]));
    await openUsers({ page_size: 100 });
    await waitFor(() => expect(sizes()).toHaveValue('100'));
  });
});

it('a saved view keeps order, role and page size', () => {
  const search = 'role=renter&sort_by=name&sort_order=desc&page_size=50';
  expect(viewSearch(`${search}&page=3`)).toBe(search);
});

describe('with an external API', () => {
  beforeEach(() => void vi.stubEnv('API_BASE_URL', 'https://api.example/api'));
  const address = { role: 'renter', sort_by: 'name', sort_order: 'desc', page_size: 50 };

  it('nothing of it is shown or sent, whatever the address says', async () => {
    const { router } = await openUsers({ ...address, inactive: 'only' });
    await row('Anna Meier');
    expect(lastQuery()).toEqual({ page: '1', page_size: '10' });
    const headers = within(screen.getByRole('table', { name: 'Users' })).getAllByRole(
      'columnheader',
    );
    expect(headers.filter((cell) => cell.hasAttribute('aria-sort'))).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull();
    expect(screen.queryByLabelText('Role')).toBeNull();
    expect(screen.queryByLabelText('Rows per page')).toBeNull();
    expect(button('Next')).toBeVisible();
    await router.navigate({ to: '/users', search: { search: 'a' } });
    await waitFor(() => expect(lastQuery()).toEqual({ page: '1', page_size: '10', search: 'a' }));
  });
});
