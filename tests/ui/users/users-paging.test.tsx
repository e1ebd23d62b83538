import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { userSearch } from '~/users/search';
import { userQueries } from '~/users/queries';
import { button } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA, LUCA, userPage } from './user-fixtures';
import { answerWithPeople, lastQuery, LIST_CALL, openUsers, row } from './users-screen';

beforeEach(answerWithPeople);

const pages = () => api.queries(LIST_CALL).map(({ page }) => page);

it('keeps the rows while the next page loads, and says where it is', async () => {
  api.on(LIST_CALL, () => userPage([ANNA], 1, 3));
  const { press, router } = await openUsers();
  await row('Anna Meier');
  const release = api.hold(LIST_CALL, () => userPage([LUCA], 2, 3));
  await press('Next');
  await waitFor(() => expect(lastQuery()).toMatchObject({ page: '2' }));
  expect(await row('Anna Meier')).toBeVisible();
  expect(screen.getByText('Showing page 1 of 3')).toBeVisible();
  release();
  expect(await row('Luca')).toBeVisible();
  expect(screen.queryByText('Anna Meier')).toBeNull();
  expect(screen.getByText('Showing page 2 of 3')).toBeVisible();
  expect(router.state.location.search).toMatchObject({ page: 2 });
});

it('fetches the next page when the browser is idle', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  api.on(LIST_CALL, ({ query }) => userPage([ANNA], Number(query.page), 3));
  await openUsers({ search: 'a', condo_id: 7 });
  await row('Anna Meier');
  const query = { search: 'a', page: '2', page_size: '10', with_total: 'true', condo_id: '7' };
  await waitFor(() => expect(lastQuery()).toEqual(query));
});

it('fetches the page that the pointer or the focus reaches, and cancels it for other filters', async () => {
  api.on(LIST_CALL, ({ query }) =>
    query.page === '2' ? new Promise(() => {}) : userPage([ANNA], 1, 3),
  );
  const { user, router, queryClient } = await openUsers();
  await row('Anna Meier');
  await user.hover(button('Next'));
  await waitFor(() => expect(pages()).toEqual(['1', '2']));
  const second = userQueries.list({ ...userSearch.read({}), page: 2 }).queryKey;
  expect(queryClient.getQueryState(second)?.fetchStatus).toBe('fetching');
  await router.navigate({ to: '/users', search: { search: 'a' } });
  await waitFor(() => expect(queryClient.getQueryState(second)?.fetchStatus).toBe('idle'));
  expect(queryClient.getQueryData(second)).toBeUndefined();
  button('Next').focus();
  await waitFor(() =>
    expect(lastQuery()).toEqual({ search: 'a', page: '2', page_size: '10', with_total: 'true' }),
  );
});

it('goes to the last page from one past the end', async () => {
  api.on(LIST_CALL, ({ query }) =>
    Number(query.page) > 4 ? userPage([], 4, 4) : userPage([LUCA], Number(query.page), 4),
  );
  const { router } = await openUsers({ page: 99 });
  expect(await screen.findByText('Showing page 4 of 4')).toBeVisible();
  expect(router.state.location.search).toMatchObject({ page: 4 });
  expect(await row('Luca')).toBeVisible();
  expect(pages()).toEqual(['1', '99', '4']);
});
