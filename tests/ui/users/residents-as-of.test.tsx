import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ResidentsAsOf } from '~/users/screens/residents-as-of';
import { CondoFailure } from '~/condos/screens/condo-detail-page';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const PATH = '/condos/7';
const APARTMENTS = 'GET /admin/apartments';
const UNIT = { body: [{ id: 31, condo_id: 7, apartment_number: '1A' }] };

beforeEach(() => {
  api.serve({
    '/admin/condos/7': { id: 7, name: 'Seeblick' },
    '/admin/condos/7/tenancies': [],
  });
  api.on(APARTMENTS, () => UNIT);
});

const open = () =>
  renderScreen(
    ({ as_of = '2026-06-30' }) => (
      <ResidentsAsOf
        condoId={7}
        day={String(as_of)}
        missing={<CondoFailure />}
        renderExport={() => null}
      />
    ),
    PATH,
  );

test('apartments that are still read are not none', async () => {
  const answer = api.hold(APARTMENTS, () => UNIT);
  await open();
  expect(await screen.findByText('Loading apartments...')).toBeVisible();
  expect(screen.queryByText('No apartments found.')).toBeNull();
  answer();
  expect(await screen.findByText('1A')).toBeVisible();
});

test('apartments that cannot be read are an error', async () => {
  api.reject(APARTMENTS, 500, 'Never mind');
  await open();
  expect(await screen.findByText('Error loading apartments.')).toBeVisible();
  expect(screen.queryByText('No apartments found.')).toBeNull();
});

test('a building that does not exist says what may have happened', async () => {
  api.reject('GET /admin/condos/7', 404, 'Condo not found');
  api.reject('GET /admin/condos/7/tenancies', 404, 'Condo not found');
  await open();
  expect(await screen.findByText(/It may have been deleted/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to all buildings' })).toBeVisible();
  expect(screen.queryByText('Error loading users.')).toBeNull();
  expect(api.made('GET /admin/condos/7/tenancies')).toEqual([]);
});

test('a building as of an earlier day cannot be changed', async () => {
  api.serve({
    '/admin/condos/7/tenancies': [
      {
        id: 51,
        user_id: 9,
        name: 'Anna Rossi',
        apartment_id: 31,
        role: 'renter',
        since: null,
        until: null,
        state: 'past',
      },
    ],
  });
  await open();
  expect(await screen.findByRole('link', { name: 'Anna Rossi' })).toBeVisible();
  expect(screen.queryAllByRole('button', { name: /^(?!Open calendar)/ })).toEqual([]);
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
});

const field = () => screen.findByLabelText('Another day');

test('a day that is typed replaces the address, and takes no year out of the range', async () => {
  const { router, user } = await open();
  await user.clear(await field());
  await user.type(await field(), '0202-06-30');
  expect(router.state.location.search).toEqual({});
  await user.clear(await field());
  await user.type(await field(), '2026-09-15');
  await waitFor(() => expect(router.state.location.search).toEqual({ as_of: '2026-09-15' }));
  expect(await field()).toHaveValue('2026-09-15');
  expect(router.history.length).toBe(1);
});

test('the field follows the address', async () => {
  const { router } = await open();
  await router.navigate({ href: `${PATH}?as_of=2026-01-31` });
  await waitFor(async () => expect(await field()).toHaveValue('2026-01-31'));
  router.history.back();
  await waitFor(async () => expect(await field()).toHaveValue('2026-06-30'));
});
