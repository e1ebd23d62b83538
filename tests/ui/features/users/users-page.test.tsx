import { useSearch } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userSearch } from '~/data/users/user-search';
import { userQueries } from '~/data/users/users.queries';
import { UsersPage } from '~/features/users/users-page';
import { api } from '../../../support/stub-transport';
import { renderScreen } from '../../../support/render-screen';
import { ANNA, IDLE, LUCA, userPage } from './user-fixtures';

const LIST_CALL = 'GET /admin/users';
const DELETE_CALL = 'DELETE /admin/users/3';
const CONDOS_CALL = 'GET /admin/condos';
const QUESTION =
  'Are you sure you want to delete this user? This action will deactivate the user account and remove all their building associations. This action cannot be undone.';

beforeEach(() => {
  api.reset();
  api
    .on(LIST_CALL, () => userPage([ANNA, LUCA, IDLE]))
    .on(CONDOS_CALL, () => ({
      body: [
        { id: 7, name: 'Seestrasse 7', zip_code: '8002', city: 'Zürich' },
        { id: 8, name: 'Höfli 8' },
      ],
    }));
});

function UsersScreen() {
  return <UsersPage query={userSearch.read(useSearch({ strict: false }))} />;
}

async function open(search: Record<string, unknown> = {}) {
  const opened = await renderScreen(<UsersScreen />, { path: '/users' });
  await opened.router.navigate({ to: '/users', search });
  return opened;
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const lastQuery = () => api.made(LIST_CALL).at(-1)?.query;

describe('the user list', () => {
  it('has the stated title, link, columns and cells', async () => {
    await open();
    await row('Anna Meier');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Users Management');
    expect(screen.getByRole('link', { name: 'Invite New User' })).toHaveAttribute(
      'href',
      '/users/invite',
    );
    expect(screen.getByPlaceholderText('Search users by email or name...')).toBeVisible();
    const texts = screen
      .getAllByRole('row')
      .map((line) => Array.from(line.children, (cell) => cell.textContent));
    expect(texts[0]).toEqual([
      'Profile',
      'Name',
      'Email',
      'Date Joined',
      'Associations',
      'Status',
      'Actions',
    ]);
    expect(texts[1]?.slice(1, 6)).toEqual([
      'Anna Meier',
      'anna@example.ch',
      'Mar 5, 2025',
      '2',
      'Active',
    ]);
    expect(texts[2]?.slice(1, 3)).toEqual(['Luca', 'luca@example.ch']);
    expect(texts[3]?.slice(4, 6)).toEqual(['0', 'Inactive']);
    expect(api.made(LIST_CALL)).toHaveLength(1);
    expect(lastQuery()).toEqual({ page: '1', page_size: '10' });
  });

  it('shows images, and a placeholder where there is none', async () => {
    await open();
    const anna = within(await row('Anna Meier')).getByRole('img');
    expect(anna).toHaveAttribute('src', ANNA.profile_picture);
    const luca = within(await row('Luca')).getByRole('img');
    expect(luca).toHaveAttribute('src', '/profile-placeholder.svg');
    anna.dispatchEvent(new Event('error'));
    await waitFor(() => expect(anna).toHaveAttribute('src', '/profile-placeholder.svg'));
  });

  it('greys out inactive users and disables their actions', async () => {
    await open();
    const idle = await row('Ida Alt');
    expect(idle).toHaveClass('text-muted');
    for (const name of ['View', 'Edit', 'Delete']) {
      expect(within(idle).getByRole('button', { name })).toBeDisabled();
    }
    expect(within(idle).queryByRole('link')).toBeNull();
    const anna = await row('Anna Meier');
    expect(within(anna).getByRole('link', { name: 'View' })).toHaveAttribute('href', '/users/3');
    expect(within(anna).getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      '/users/3/edit',
    );
    expect(within(anna).getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  it('expands a row to its associations, and all rows at once', async () => {
    const { user } = await open();
    await row('Anna Meier');
    const toggle = button('2 associations of Anna Meier');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(toggle).toHaveFocus();
    const table = screen.getByRole('table', { name: 'Associations' });
    const cells = within(table)
      .getAllByRole('row')
      .map((line) => Array.from(line.children, (cell) => cell.textContent));
    expect(cells).toEqual([
      ['Building', 'Apartment', 'Role', 'Date Created'],
      ['Seestrasse 7', '1A', 'Owner', 'Mar 6, 2025'],
      ['-', '-', 'Building Manager', '-'],
    ]);
    await user.click(button('Expand All'));
    expect(screen.getAllByRole('table', { name: 'Associations' })).toHaveLength(2);
    expect(table).toBeVisible();
    // A person's name is that of one row only.
    expect(screen.getAllByRole('row', { name: /Luca/ })).toHaveLength(1);
    await user.click(button('Collapse All'));
    expect(screen.queryByRole('table', { name: 'Associations' })).toBeNull();
  });

  it('says why it could not be loaded', async () => {
    api.on(LIST_CALL, () => ({ status: 403, body: { detail: 'Not for you' } }));
    const { user } = await open();
    expect(await screen.findByText('Error loading users: Not for you')).toBeVisible();
    api.on(LIST_CALL, () => userPage([ANNA]));
    await user.click(button('Retry'));
    expect(await row('Anna Meier')).toBeVisible();
  });

  it('says when no one matches', async () => {
    api.on(LIST_CALL, () => userPage([], 1, 0));
    await open({ search: 'nobody' });
    expect(await screen.findByText('No users match')).toBeVisible();
    expect(screen.queryByText(/^Showing page/)).toBeNull();
  });
});

describe('search and building filter', () => {
  it('put the search into the address and start again at page 1', async () => {
    api.on(LIST_CALL, ({ query }) => userPage([ANNA], Number(query.page), 5));
    const { user, router } = await open({ page: 3, condo_id: 7 });
    await row('Anna Meier');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'mei');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ search: 'mei' }));
    expect(router.state.location.search).toMatchObject({ page: 1, condo_id: 7 });
    await waitFor(() =>
      expect(lastQuery()).toEqual({ search: 'mei', page: '1', page_size: '10', condo_id: '7' }),
    );
  });

  it('offers All Buildings and every building of the service', async () => {
    api.on(LIST_CALL, ({ query }) => userPage([ANNA], Number(query.page), 5));
    const { user, router } = await open({ page: 2 });
    await row('Anna Meier');
    expect(api.made(CONDOS_CALL)).toHaveLength(0);
    const filter = screen.getByRole('combobox', { name: 'Building' });
    expect(filter).toHaveValue('All Buildings');
    await user.click(filter);
    await screen.findByRole('option', { name: /Höfli 8/ });
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All Buildings ',
      'Seestrasse 7 8002 Zürich',
      'Höfli 8 ',
    ]);
    await user.click(screen.getByRole('option', { name: /Höfli 8/ }));
    expect(filter).toHaveValue('Höfli 8');
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '1', condo_id: '8' }));
    expect(router.state.location.search).toMatchObject({ page: 1, condo_id: 8 });
    await user.click(filter);
    await user.click(screen.getByRole('option', { name: 'All Buildings' }));
    expect(filter).toHaveValue('All Buildings');
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ page: 1, condo_id: null }),
    );
  });

  it('name the building of a pasted link', async () => {
    await open({ condo_id: 8 });
    const filter = screen.getByRole('combobox', { name: 'Building' });
    await waitFor(() => expect(filter).toHaveValue('Höfli 8'));
  });

  it('say when the buildings could not be loaded', async () => {
    api.on(CONDOS_CALL, () => ({ status: 403, body: { detail: 'No buildings' } }));
    const { user } = await open();
    await row('Anna Meier');
    await user.click(screen.getByRole('combobox', { name: 'Building' }));
    expect(await screen.findByText('Error loading condos: No buildings')).toBeVisible();
  });
});

describe('paging', () => {
  it('keeps the rows while the next page loads, and says where it is', async () => {
    let answer: (() => void) | undefined;
    api.on(LIST_CALL, async ({ query }) => {
      if (query.page !== '2') return userPage([ANNA], 1, 3);
      await new Promise<void>((resolve) => (answer = resolve));
      return userPage([LUCA], 2, 3);
    });
    const { user, router } = await open();
    await row('Anna Meier');
    expect(screen.getByText('Showing page 1 of 3')).toBeVisible();
    await user.click(button('Next'));
    await waitFor(() => expect(answer).toBeDefined());
    expect(await row('Anna Meier')).toBeVisible();
    expect(screen.getByText('Showing page 1 of 3')).toBeVisible();
    answer?.();
    expect(await row('Luca')).toBeVisible();
    expect(screen.queryByText('Anna Meier')).toBeNull();
    expect(screen.getByText('Showing page 2 of 3')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ page: 2 });
  });

  it('fetches the next page when the browser is idle', async () => {
    vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
    vi.stubGlobal('cancelIdleCallback', clearTimeout);
    api.on(LIST_CALL, ({ query }) => userPage([ANNA], Number(query.page), 3));
    await open({ search: 'a', condo_id: 7 });
    await row('Anna Meier');
    await waitFor(() =>
      expect(lastQuery()).toEqual({ search: 'a', page: '2', page_size: '10', condo_id: '7' }),
    );
    vi.unstubAllGlobals();
  });

  it('fetches the page that the pointer or the focus reaches, and cancels it for other filters', async () => {
    api.on(LIST_CALL, ({ query }) =>
      query.page === '2' ? new Promise(() => {}) : userPage([ANNA], 1, 3),
    );
    const { user, router, queryClient } = await open();
    await row('Anna Meier');
    await user.hover(button('Next'));
    await waitFor(() =>
      expect(api.made(LIST_CALL).map(({ query }) => query.page)).toEqual(['1', '2']),
    );
    const second = userQueries.list({ ...userSearch.read({}), page: 2 }).queryKey;
    expect(queryClient.getQueryState(second)?.fetchStatus).toBe('fetching');
    await router.navigate({ to: '/users', search: { search: 'a' } });
    await waitFor(() => expect(queryClient.getQueryState(second)?.fetchStatus).toBe('idle'));
    expect(queryClient.getQueryData(second)).toBeUndefined();
    button('Next').focus();
    await waitFor(() => expect(lastQuery()).toEqual({ search: 'a', page: '2', page_size: '10' }));
  });

  it('goes to the last page from one past the end', async () => {
    api.on(LIST_CALL, ({ query }) =>
      Number(query.page) > 4 ? userPage([], 4, 4) : userPage([LUCA], Number(query.page), 4),
    );
    const { router } = await open({ page: 99 });
    expect(await screen.findByText('Showing page 4 of 4')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ page: 4 });
    expect(await row('Luca')).toBeVisible();
    expect(api.made(LIST_CALL).map(({ query }) => query.page)).toEqual(['1', '99', '4']);
  });
});

async function ask() {
  const opened = await open();
  const trigger = within(await row('Anna Meier')).getByRole('button', { name: 'Delete' });
  await opened.user.click(trigger);
  const dialog = await screen.findByRole('dialog', { name: 'Delete User' });
  return { ...opened, dialog };
}

describe('deleting a user', () => {
  it('asks with the specified text and changes nothing on Cancel', async () => {
    const { user, dialog } = await ask();
    expect(within(dialog).getByText(QUESTION)).toBeVisible();
    expect(within(dialog).getByText('Anna Meier, anna@example.ch')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.made(DELETE_CALL)).toHaveLength(0);
  });

  it('makes the call and reads the list again', async () => {
    api.on(DELETE_CALL, () => ({ body: {} }));
    const { user, dialog } = await ask();
    api.on(LIST_CALL, () =>
      userPage([{ ...ANNA, is_active: false, condo_associations: [] }, LUCA]),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('User deleted')).toBeVisible();
    await waitFor(() =>
      expect(within(screen.getByRole('row', { name: /Anna/ })).getByText('Inactive')).toBeVisible(),
    );
    expect(api.made(DELETE_CALL)).toHaveLength(1);
    // Whose buttons are disabled cannot have the focus: it goes on to the next row.
    await waitFor(() => expect(screen.getByRole('link', { name: 'Luca' })).toHaveFocus());
  });

  it('says when it failed, and why', async () => {
    api.on(DELETE_CALL, () => ({ status: 400, body: { detail: 'The last administrator' } }));
    const { user, dialog } = await ask();
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    const failure = await screen.findByRole('dialog', { name: 'Delete Failed' });
    expect(within(failure).getByText('Failed to delete user.')).toBeVisible();
    expect(within(failure).getByText('The last administrator')).toBeVisible();
    await user.click(within(failure).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
