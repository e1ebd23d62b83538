import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, getSession, startSession } from '~/data/session/session-store';
import { IdentitiesCard } from '~/features/account/identities-card';
import {
  PROVIDER_URL,
  stubProviderWindow,
  unstubProviderWindow,
} from '../../../support/provider-window';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const LIST = 'GET /admin/account/identities';
const LINK = 'POST /admin/account/identities';
const LOGOUT = 'GET /admin/account/identities/logout';

beforeEach(() => {
  startSession({ token: 'a', user: { email: 'a@b.ch', signed_in_by: 'provider' } });
  api.on(LIST, () => ({ body: [] }));
  api.on('POST /admin/account/identities/start', () => ({ body: { url: PROVIDER_URL } }));
});
afterEach(() => {
  unstubProviderWindow();
  endSession('logout');
});

test('a window that was closed is opened again, and its answer links the account', async () => {
  const opened = stubProviderWindow('');
  api.on(LINK, () => ({ status: 204 }));
  const { user } = await renderScreen(<IdentitiesCard name="Example AG" />);
  const link = await screen.findByRole('button', { name: 'Link Example AG' });
  await user.click(link);
  expect(await screen.findByText(/did not confirm it/)).toBeVisible();
  stubProviderWindow('c'.repeat(43));
  await user.click(link);
  expect(await screen.findByText('Account linked')).toBeVisible();
  expect(opened).toEqual([PROVIDER_URL]);
  expect(api.made(LINK)).toHaveLength(1);
});

test('logs out at the provider too, where it offers that and the session began by it', async () => {
  stubProviderWindow('');
  const left = vi.fn<(url: string) => void>();
  const { href, origin, pathname } = location;
  vi.stubGlobal('location', { href, origin, pathname, search: '', hash: '', assign: left });
  api.on(LOGOUT, () => ({ body: { url: '' } }));
  const { user } = await renderScreen(<IdentitiesCard name="Example AG" />);
  const leave = await screen.findByRole('button', { name: 'Log out at Example AG too' });
  await user.click(leave);
  expect(await screen.findByText('Example AG offers no logout.')).toBeVisible();
  expect(getSession()).not.toBeNull();
  api.on(LOGOUT, () => ({ body: { url: 'https://login.test/logout' } }));
  // The page stays until the session has ended at the API.
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  api.on('POST /auth/logout', async () => {
    await ended;
    return { status: 204 };
  });
  await user.click(leave);
  await expect.poll(() => api.made('POST /auth/logout')).toHaveLength(1);
  expect(left).not.toHaveBeenCalled();
  end();
  await expect.poll(() => left.mock.calls).toEqual([['https://login.test/logout']]);
  expect(getSession()).toBeNull();
});

test('offers that to nobody who signed in by a password', async () => {
  startSession({ token: 'a', user: { email: 'a@b.ch' } });
  await renderScreen(<IdentitiesCard name="Example AG" />);
  await screen.findByRole('button', { name: 'Link Example AG' });
  expect(screen.queryByRole('button', { name: 'Log out at Example AG too' })).toBeNull();
});
