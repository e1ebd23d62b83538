import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { condoQueries } from '~/condos/queries';
import { condoSearch } from '~/condos/search';
import { createQueryClient } from '~/rpc/query-client';
import { startSession } from '~/rpc/session-store';
import { routeTree } from '~/routeTree.gen';
import { api } from '../../support/stub-transport';

// Which calls a building's address makes at once, and which wait for the building.

const CONDO = { id: 7, name: 'Seeblick' };
const GET_CALL = 'GET /admin/condos/7';
const PEOPLE_CALL = 'GET /admin/condos/7/tenancies';

beforeEach(() => {
  startSession({ token: 'a-token', user: { role: 'super_admin' } });
  api.serve({
    '/admin/condos': [CONDO],
    '/admin/condos/7': CONDO,
    '/admin/condos/7/tenancies': [],
    '/admin/apartments': [],
    '/admin/users': { data: [], pagination: {} },
  });
});

async function open(queryClient = createQueryClient()) {
  const history = createMemoryHistory({ initialEntries: ['/condos/7'] });
  await createRouter({ routeTree, context: { queryClient }, history }).load();
  return queryClient;
}

/** The calls that were made, by their last part, once no more of them come. */
async function calls() {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return api.calls.map(({ path }) => path.replace(/^.*\//, '')).toSorted();
}

it('a building that nobody knows is asked for before its people, who are known once it exists', async () => {
  const answer = api.hold(GET_CALL, () => ({ body: CONDO }));
  await open();
  expect(await calls()).toEqual(['7', 'apartments', 'users']);
  answer();
  await vi.waitFor(() => expect(api.made(PEOPLE_CALL)).toHaveLength(1));
});

it('of a building that does not exist only the building is missing', async () => {
  api.reject(GET_CALL, 404, 'Condo not found').reject(PEOPLE_CALL, 404, 'Condo not found');
  await open();
  expect(await calls()).not.toContain('tenancies');
  expect(api.made(GET_CALL)).toHaveLength(1);
});

it('of a building in a list everything is asked at once', async () => {
  const queryClient = createQueryClient();
  await queryClient.fetchQuery(condoQueries.list(condoSearch.defaults));
  api.hold(GET_CALL, () => ({ body: CONDO }));
  await open(queryClient);
  expect(await calls()).toEqual(['7', 'apartments', 'condos', 'tenancies']);
});

it('of a building that was open before everything is asked at once', async () => {
  const queryClient = await open();
  await vi.waitFor(() => expect(api.made(PEOPLE_CALL)).toHaveLength(1));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await queryClient.invalidateQueries({ refetchType: 'none' });
  api.calls.length = 0;
  api.hold(GET_CALL, () => ({ body: CONDO }));
  await open(queryClient);
  expect(await calls()).toEqual(['7', 'apartments', 'tenancies', 'users']);
});
