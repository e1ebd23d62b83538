import { ERROR_CODE_HEADER } from '~/rpc/errors/http-status';
import { Building2, CircleUser } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { read } from '~/rpc/client.functions';
import { fetchServerFunction } from '~/rpc/fetch';
import { setupRequired, endSession, getSession, startSession } from '~/rpc/session-store';
import { Shell } from '~/accounts/screens/shell';
import { addOpenForm, type OpenForm } from '~/kit/ui/open-forms';
import { renderScreen } from '../../support/on-screen';
import type { Answer } from '../../support/stub-api';
import { api } from '../../support/stub-transport';

const SetUp = () => <p>Set up first</p>;
/** Release as the shell shows it. A build fills the parts in, so tests do not know them. */
const RELEASE = /^Version \S+ \(\S+\)$/;
const LOGOUT_CALL = 'POST /auth/logout';

const ENTRIES = [{ label: 'Building', to: '/condos', icon: Building2 }];
const MENU = [{ label: 'Account', to: '/account', icon: CircleUser }];

const open = (menuEntries: ComponentProps<typeof Shell>['menuEntries'] = MENU) =>
  renderScreen(
    <Shell entries={ENTRIES} menuEntries={menuEntries} screens={[]} setUp={SetUp} />,
    '/condos',
  );

/** A form on the screen that holds something, until the test is over. */
function openDirtyForm() {
  const form = {
    isDirty: () => true,
    ask: vi.fn<OpenForm['ask']>(),
    keep: vi.fn<OpenForm['keep']>(),
  };
  onTestFinished(addOpenForm(form));
  return form;
}

test('a session that ended before the shell stood leads to /login too, and back afterwards', async () => {
  endSession('expired');
  const { router } = await open();
  expect(await screen.findByText('At /login')).toBeVisible();
  expect(router.state.location.search).toEqual({ redirect: '/condos' });
});

test.each([
  ['expired', 'access_token', { redirect: '/condos' }],
  ['was ended by Logout', 'user', {}],
])('a session that %s in another tab leads to /login', async (_, key, search) => {
  const { router } = await open();
  localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(await screen.findByText('At /login')).toBeVisible();
  expect(router.state.location.search).toEqual(search);
  expect(router.state.location.state.sessionEnded).toBe(key === 'access_token');
});

test('the name opens a menu with its entries, the keys and the release, without entries with those alone', async () => {
  const plain = await open([]);
  await plain.press(/Welcome/);
  expect(await screen.findByText(RELEASE)).toBeVisible();
  expect(screen.getByRole('menuitem')).toHaveAccessibleName('Keyboard shortcuts');
  await plain.user.keyboard('{Escape}');
  expect(screen.queryByText(RELEASE)).not.toBeInTheDocument();
  cleanup();

  const { user, press } = await open();
  await press('Welcome, ada@example.com');
  expect(await screen.findByText(RELEASE)).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Account' }));
  expect(await screen.findByText('At /account')).toBeVisible();
});

test.each<[how: string, answer: Answer]>([
  ['answers', () => ({ body: null })],
  ['rejects', () => ({ status: 500 })],
  ['never answers', () => new Promise(() => undefined)],
])('Logout ends the token, and waits for no server that %s', async (_, answer) => {
  api.on(LOGOUT_CALL, answer);
  const { press } = await open();
  await press('Logout');
  expect(getSession()).toBeNull();
  expect(await screen.findByText('At /login')).toBeVisible();
  await waitFor(() => expect(api.made(LOGOUT_CALL)).toHaveLength(1));
  expect(api.made(LOGOUT_CALL)[0]?.headers.authorization).toBe('Bearer t');
});

test('a session that a 401 ended has no token to end', async () => {
  await open();
  endSession('expired');
  expect(await screen.findByText('At /login')).toBeVisible();
  expect(api.made(LOGOUT_CALL)).toEqual([]);
});

test('an answer to the session before does not end the one that has begun since', async () => {
  const release = api.hold('GET /admin/users/3', () => ({ status: 401 }));
  const call = read('users.get', { id: 3 });
  await waitFor(() => expect(api.made('GET /admin/users/3')).toHaveLength(1));
  endSession('logout');
  const next = { token: 'next', user: { email: 'ada@example.com', role: 'super_admin' } };
  startSession(next);
  release();
  await expect(call).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toEqual(next);
  // Its own 401 ends it.
  await expect(read('users.get', { id: 3 })).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toBeNull();
});

test('a session that ends by itself keeps what was typed', async () => {
  await open();
  const form = openDirtyForm();
  endSession('expired');
  expect(form.keep).toHaveBeenCalledOnce();
  expect(form.ask).not.toHaveBeenCalled();
});

test('Logout asks what becomes of a changed form, and then keeps nothing', async () => {
  const { press } = await open();
  const form = openDirtyForm();
  sessionStorage.setItem('drafts:of an earlier form', '{}');
  await press('Logout');
  expect(getSession()).not.toBeNull();
  form.ask.mock.calls[0]?.[0]();
  expect(getSession()).toBeNull();
  expect(await screen.findByText('At /login')).toBeVisible();
  expect(form.keep).not.toHaveBeenCalled();
  expect(sessionStorage).toHaveLength(0);
});

test('where a second factor has to be set up first, that is in the place of every screen', async () => {
  const headers = {
    [ERROR_CODE_HEADER]: 'second_factor_setup_required',
    'x-tss-serialized': 'true',
  };
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { status: 403, headers }));
  const { press } = await open();
  expect(screen.queryByText('Set up first')).not.toBeInTheDocument();
  await fetchServerFunction('/_serverFn/list');
  expect(await screen.findByText('Set up first')).toBeVisible();
  // Whoever signs in next may have one.
  await press('Logout');
  await waitFor(() => expect(setupRequired.get()).toBe(false));
});
