import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getSession, startSession } from '~/data/session/session-store';
import { AccountPage } from '~/features/account/account-page';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

function session(id: number, more: object = {}) {
  return {
    id,
    is_current: false,
    user_agent: FIREFOX,
    address: '192.0.2.7',
    created_at: '2026-11-20T08:00:00Z',
    last_used_at: '2026-11-21T08:00:00Z',
    ...more,
  };
}

const OWN = session(1, { is_current: true, user_agent: null, address: null });

beforeEach(() => {
  startSession({ token: 't', user: { id: 7, email: 'ada@example.com', first_name: 'Ada' } });
  api.on('GET /admin/account', () => ({
    body: { id: 7, email: 'ada@example.com', first_name: 'Ada', last_name: null },
  }));
  api.on('GET /admin/account/sessions', () => ({ body: [OWN, session(2)] }));
  api.on('GET /admin/account/failed-sign-ins', () => ({ body: [] }));
  api.on('GET /admin/account/api-tokens', () => ({ body: [] }));
});

test('a new name is sent and is the one in the header', async () => {
  api.on('PUT /admin/account', () => ({ body: {} }));
  const { user } = await renderScreen(<AccountPage />);
  const name = await screen.findByLabelText('First Name');
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
  await user.clear(name);
  await user.type(name, 'Augusta');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  expect(await screen.findByText('Name updated')).toBeVisible();
  expect(api.made('PUT /admin/account')[0]?.json).toEqual({ first_name: 'Augusta', last_name: '' });
  expect(getSession()?.user).toMatchObject({ first_name: 'Augusta', email: 'ada@example.com' });
});

test('a wrong old password is shown at its field and signs nobody out', async () => {
  const wrong = 'This is not your current password';
  api.on('POST /admin/account/password', () => ({
    status: 422,
    body: { detail: wrong, errors: [{ field: 'current_password', message: wrong }] },
  }));
  const { user } = await renderScreen(<AccountPage />);
  const current = await screen.findByLabelText('Current Password');
  await user.type(current, 'old password here');
  await user.type(screen.getByLabelText('New Password'), 'short');
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
  expect(await screen.findByText('Password must be at least 12 characters')).toBeVisible();
  expect(api.made('POST /admin/account/password')).toHaveLength(0);
  await user.type(screen.getByLabelText('New Password'), ' and then longer');
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
  expect(await screen.findByText(wrong)).toBeVisible();
  await waitFor(() => expect(current).toHaveFocus());
  expect(getSession()).not.toBeNull();

  api.on('POST /admin/account/password', () => ({ status: 204 }));
  await user.type(current, '!');
  await user.click(screen.getByRole('button', { name: 'Change Password' }));
  expect(await screen.findByText('Password changed')).toBeVisible();
  expect(api.made('POST /admin/account/password').at(-1)?.json).toEqual({
    current_password: 'old password here!',
    new_password: 'short and then longer',
  });
  expect(current).toHaveValue('');
});

test('an account without a password is asked for no old one', async () => {
  startSession({ token: 't', user: { id: 7, email: 'ada@example.com', has_password: false } });
  await renderScreen(<AccountPage />);
  expect(await screen.findByLabelText('First Name')).toBeVisible();
  expect(screen.queryByLabelText('Current Password')).toBeNull();
});

test('sessions by device; one and all others can be signed out, not this one', async () => {
  api.on('DELETE /admin/account/sessions/2', () => ({ status: 204 }));
  api.on('DELETE /admin/account/sessions', () => ({ status: 204 }));
  const { user } = await renderScreen(<AccountPage />);
  const own = (await screen.findByText('This session')).closest('tr');
  if (!own) throw new Error('The session has no row');
  expect(within(own).getByText('Unknown device')).toBeVisible();
  expect(within(own).queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByText('Firefox on Windows')).toBeVisible();

  const signOut = screen.getByRole('button', { name: 'Sign out' });
  expect(signOut).toHaveAccessibleDescription('Firefox on Windows, 192.0.2.7');
  await user.click(signOut);
  expect(await screen.findByText('Signed out')).toBeVisible();
  expect(api.made('DELETE /admin/account/sessions/2')).toHaveLength(1);

  api.on('GET /admin/account/sessions', () => ({ body: [OWN] }));
  await user.click(screen.getByRole('button', { name: 'Sign out all others' }));
  expect(await screen.findByText('All other sessions signed out')).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Sign out all others' })).not.toBeInTheDocument(),
  );
});

test('failed sign-ins are listed by hour and address', async () => {
  api.on('GET /admin/account/failed-sign-ins', () => ({
    body: [{ hour: '2026-11-21T10:00:00Z', address: '192.0.2.9', attempts: 4 }],
  }));
  await renderScreen(<AccountPage />);
  const table = await screen.findByRole('table', { name: 'Failed sign-ins' });
  const cells = Array.from(table.querySelectorAll('td'), (cell) => cell.textContent);
  expect(cells).toEqual([expect.stringMatching(/^Nov 21, 2026, \d+:00/), '192.0.2.9', '4']);
});

test('the keys of the lists are turned off and on here, too', async () => {
  const { user } = await renderScreen(<AccountPage />);
  const toggle = await screen.findByRole('switch', { name: 'Single-key shortcuts' });
  await user.click(toggle);
  expect(localStorage.getItem('shortcuts')).toBe('off');
  await user.click(toggle);
  expect(localStorage.getItem('shortcuts')).toBeNull();
});

const TOKEN = {
  id: 5,
  name: 'Nightly',
  scope: 'read',
  created_at: '2026-11-20T08:00:00Z',
  last_used_at: null,
  expires_at: '2027-02-18T08:00:00Z',
};

test('a new API token is shown until it was saved, then it is one of the list without its text', async () => {
  let tokens: object[] = [];
  api.on('GET /admin/account/api-tokens', () => ({ body: tokens }));
  api.on('POST /admin/account/api-tokens', () => {
    tokens = [TOKEN];
    return { status: 201, body: { ...TOKEN, token: 'condoadmin_secret' } };
  });
  const { user } = await renderScreen(<AccountPage />);
  const add = await screen.findByRole('button', { name: 'New Token' });
  await user.click(add);
  expect(await screen.findByText('Name is required')).toBeVisible();
  await user.type(screen.getByLabelText('Name of the new token'), 'Nightly');
  await user.click(add);
  expect(await screen.findByText('condoadmin_secret')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your New Token' })).toHaveFocus();
  expect(api.made('POST /admin/account/api-tokens')[0]?.json).toEqual({
    name: 'Nightly',
    scope: 'read',
    lifetime_days: 90,
  });
  const row = await screen.findByRole('row', { name: /Nightly/ });
  expect(row).toHaveTextContent(/Read.*Never.*Feb 18, 2027/);
  await user.click(screen.getByRole('button', { name: 'I Have Saved This Token' }));
  expect(screen.queryByText('condoadmin_secret')).not.toBeInTheDocument();
});

test('revoking an API token asks first', async () => {
  let tokens: object[] = [TOKEN];
  api.on('GET /admin/account/api-tokens', () => ({ body: tokens }));
  api.on('DELETE /admin/account/api-tokens/5', () => {
    tokens = [];
    return { status: 204 };
  });
  const { user } = await renderScreen(<AccountPage />);
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Scripts that use it stop working at once.');
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('API token revoked')).toBeVisible();
  expect(await screen.findByText('No API tokens yet.')).toBeVisible();
});
