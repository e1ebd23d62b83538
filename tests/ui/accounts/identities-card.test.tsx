import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getSession, startSession } from '~/rpc/session-store';
import { IdentitiesCard } from '~/accounts/screens/identities-card';
import { PROVIDER_URL, stubProviderWindow } from '../../support/provider-window';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const LINK = 'POST /admin/account/identities';
const LOGOUT = 'GET /admin/account/identities/logout';

beforeEach(() => {
  startSession({ token: 'a', user: { email: 'a@b.ch', signed_in_by: 'provider' } });
  api.serve({ '/admin/account/identities': [] });
  api.on('POST /admin/account/identities/start', () => ({ body: { url: PROVIDER_URL } }));
});

async function open() {
  const opened = await renderScreen(<IdentitiesCard name="Example AG" />);
  await screen.findByRole('button', { name: 'Link Example AG' });
  return opened;
}

test('a window that was closed is opened again, and its answer links the account', async () => {
  const opened = stubProviderWindow('');
  api.on(LINK, () => ({ status: 204 }));
  const { press } = await open();
  await press('Link Example AG');
  expect(await screen.findByText(/did not confirm it/)).toBeVisible();
  stubProviderWindow('c'.repeat(43));
  await press('Link Example AG');
  expect(await screen.findByText('Account linked')).toBeVisible();
  expect(opened).toEqual([PROVIDER_URL]);
  expect(api.made(LINK)).toHaveLength(1);
});

test('logs out at the provider too, where it offers that and the session began by it', async () => {
  stubProviderWindow('');
  const assign = vi.fn<(url: string) => void>();
  const { href, origin, pathname } = location;
  vi.stubGlobal('location', { href, origin, pathname, search: '', hash: '', assign: assign });
  api.on(LOGOUT, () => ({ body: { url: '' } }));
  const { press } = await open();
  await press('Log out at Example AG too');
  expect(await screen.findByText('Example AG offers no logout.')).toBeVisible();
  expect(getSession()).not.toBeNull();
  api.on(LOGOUT, () => ({ body: { url: 'https://login.test/logout' } }));
  // The page stays until the session has ended at the API.
  const end = api.hold('POST /auth/logout', () => ({ status: 204 }));
  await press('Log out at Example AG too');
  await expect.poll(() => api.made('POST /auth/logout')).toHaveLength(1);
  expect(assign).not.toHaveBeenCalled();
  end();
  await expect.poll(() => assign.mock.calls).toEqual([['https://login.test/logout']]);
  expect(getSession()).toBeNull();
});

test('offers that to nobody who signed in by a password', async () => {
  startSession({ token: 'a', user: { email: 'a@b.ch' } });
  await open();
  expect(screen.queryByRole('button', { name: 'Log out at Example AG too' })).toBeNull();
});
