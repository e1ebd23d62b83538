import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { button, hrefOf, rowTexts, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA, LUCA, userPage } from './user-fixtures';
import {
  answerWithPeople,
  CONDOS_CALL,
  lastQuery,
  LIST_CALL,
  openUsers,
  row,
} from './users-screen';

beforeEach(answerWithPeople);

const buildingFilter = () => screen.getByRole('combobox', { name: 'Building' });
/**
 * Points at the filter and presses it. The filter's code comes when it is pointed at, and then replaces
 * the input.
 */
const pressFilter = async (user: UserEvent) => {
  await user.hover(buildingFilter());
  await waitFor(() => expect(buildingFilter()).toHaveAttribute('aria-controls'));
  await user.click(buildingFilter());
};

const deleteOf = (element: HTMLElement) => within(element).getByRole('button', { name: 'Delete' });

describe('the user list', () => {
  it('has the stated title, link, columns and cells', async () => {
    await openUsers();
    await row('Anna Meier');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Users Management');
    expect(await hrefOf('Invite New User')).toBe('/users/invite');
    expect(screen.getByPlaceholderText('Search users by email or name...')).toBeVisible();
    const rows = rowTexts().map((cells) => cells.join(' | '));
    expect(rows).toEqual([
      'Profile | Name | Email | Date Joined | Associations | Status | Actions',
      expect.stringContaining(' | Anna Meier | anna@example.ch | Mar 5, 2025 | 2 | Active | '),
      expect.stringContaining(' | Luca | luca@example.ch | '),
      expect.stringContaining(' | 0 | Inactive | '),
    ]);
    expect(api.queries(LIST_CALL)).toEqual([{ page: '1', page_size: '10', with_total: 'true' }]);
  });

  it('shows "-" for a person without an e-mail address', async () => {
    api.on(LIST_CALL, () => userPage([{ ...ANNA, email: null }]));
    await openUsers();
    await row('Anna Meier');
    expect(rowTexts()[1]?.join(' | ')).toContain(' | Anna Meier | - | Mar 5, 2025 | ');
  });

  it('says how many there are where the API tells it, and follows the search', async () => {
    api.on(LIST_CALL, ({ query }) => {
      const total = query.search ? 1 : 134;
      return { body: { data: [ANNA], pagination: { current_page: 1, total_pages: 14, total } } };
    });
    const { user } = await openUsers();
    expect(await screen.findByText('134 users')).toBeVisible();
    await user.type(screen.getByLabelText('Search'), 'anna');
    expect(await screen.findByText('1 user')).toBeVisible();
    api.on(LIST_CALL, () => userPage([ANNA], 1, 2));
    await user.type(screen.getByLabelText('Search'), ' m');
    await screen.findByText('Showing page 1 of 2');
    expect(screen.queryByText(/\d users?$/)).not.toBeInTheDocument();
  });

  it('shows images, and a placeholder where there is none', async () => {
    await openUsers();
    const anna = within(await row('Anna Meier')).getByRole('img');
    expect(anna).toHaveAttribute('src', ANNA.profile_picture);
    const luca = within(await row('Luca')).getByRole('img');
    expect(luca).toHaveAttribute('src', '/profile-placeholder.svg');
    anna.dispatchEvent(new Event('error'));
    await waitFor(() => expect(anna).toHaveAttribute('src', '/profile-placeholder.svg'));
  });

  it('greys out inactive users and disables their actions', async () => {
    await openUsers();
    const idle = await row('Ida Alt');
    expect(idle).toHaveClass('text-muted');
    for (const name of ['View', 'Edit', 'Delete'])
      expect(within(idle).getByRole('button', { name })).toBeDisabled();
    // The name leads to the page with Restore, Export and Erase.
    expect(within(idle).getByRole('link')).toHaveAccessibleName('Ida Alt');
    const anna = within(await row('Anna Meier'));
    expect(anna.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/users/3');
    expect(anna.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/users/3/edit');
    expect(anna.getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  it('names whom the buttons of a row are for, with few elements', async () => {
    const nameless = { ...LUCA, first_name: null };
    api.on(LIST_CALL, () => userPage([ANNA, nameless]));
    await openUsers();
    const anna = await row('Anna Meier');
    expect(deleteOf(anna)).toHaveAccessibleDescription('Anna Meier');
    expect(deleteOf(await row('luca@'))).toHaveAccessibleDescription('luca@example.ch');
    await within(anna).findByRole('checkbox');
    expect(anna.querySelectorAll('*').length).toBeLessThanOrEqual(17);
  });

  it('expands a row to its associations, and all rows at once', async () => {
    const { user, press } = await openUsers();
    await row('Anna Meier');
    const toggle = button('2 associations of Anna Meier');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(toggle).toHaveFocus();
    const table = screen.getByRole('table', { name: 'Associations' });
    expect(rowTexts(within(table))).toEqual([
      ['Building', 'Apartment', 'Role', 'Date Created'],
      ['Seestrasse 7', '1A', 'Owner', 'Mar 6, 2025'],
      ['-', '-', 'Building Manager', '-'],
    ]);
    await press('Expand All');
    expect(screen.getAllByRole('table', { name: 'Associations' })).toHaveLength(2);
    expect(table).toBeVisible();
    // A person's name is that of one row only.
    expect(screen.getAllByRole('row', { name: /Luca/ })).toHaveLength(1);
    await press('Collapse All');
    expect(screen.queryByRole('table', { name: 'Associations' })).toBeNull();
  });

  it('says when no one matches', async () => {
    api.on(LIST_CALL, () => userPage([], 1, 0));
    await openUsers({ search: 'nobody' });
    expect(await screen.findByText('No users match')).toBeVisible();
    expect(screen.queryByText(/^Showing page/)).toBeNull();
  });
});

describe('search and building filter', () => {
  it('put the search into the address and start again at page 1', async () => {
    api.on(LIST_CALL, ({ query }) => userPage([ANNA], Number(query.page), 5));
    const { user, router } = await openUsers({ page: 3, condo_id: 7 });
    await row('Anna Meier');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'mei');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ search: 'mei' }));
    expect(router.state.location.search).toMatchObject({ page: 1, condo_id: 7 });
    const query = { search: 'mei', page: '1', page_size: '10', with_total: 'true', condo_id: '7' };
    await waitFor(() => expect(lastQuery()).toEqual(query));
  });

  it('offers All Buildings and every building of the service', async () => {
    api.on(LIST_CALL, ({ query }) => userPage([ANNA], Number(query.page), 5));
    const { user, router } = await openUsers({ page: 2 });
    await row('Anna Meier');
    expect(api.made(CONDOS_CALL)).toHaveLength(0);
    expect(buildingFilter()).toHaveValue('All Buildings');
    await pressFilter(user);
    await screen.findByRole('option', { name: /Höfli 8/ });
    expect(textsOf(within(screen.getByRole('listbox')).getAllByRole('option'))).toEqual([
      'All Buildings ',
      'Seestrasse 7 8002 Zürich',
      'Höfli 8 ',
    ]);
    await user.click(screen.getByRole('option', { name: /Höfli 8/ }));
    expect(buildingFilter()).toHaveValue('Höfli 8');
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '1', condo_id: '8' }));
    expect(router.state.location.search).toMatchObject({ page: 1, condo_id: 8 });
    await pressFilter(user);
    await user.click(screen.getByRole('option', { name: 'All Buildings' }));
    expect(buildingFilter()).toHaveValue('All Buildings');
    const search = { page: 1, condo_id: null };
    await waitFor(() => expect(router.state.location.search).toMatchObject(search));
  });

  it('list the inactive people alone', async () => {
    const { user, router } = await openUsers({ page: 2, search: 'a' });
    await user.click(await screen.findByRole('checkbox', { name: 'Inactive' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '1', inactive: 'only' }));
    expect(router.state.location.search).toMatchObject({ search: 'a', inactive: 'only', page: 1 });
  });

  it('name the building of a pasted link', async () => {
    await openUsers({ condo_id: 8 });
    await waitFor(() => expect(buildingFilter()).toHaveValue('Höfli 8'));
  });

  it('say when the buildings could not be loaded', async () => {
    api.reject(CONDOS_CALL, 403, 'No buildings');
    const { user } = await openUsers();
    await row('Anna Meier');
    await pressFilter(user);
    expect(await screen.findByText('Error loading condos: No buildings')).toBeVisible();
  });
});
