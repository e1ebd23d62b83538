import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getSession, startSession } from '~/rpc/session-store';
import { AccountPage } from '~/accounts/screens/account-page';
import { dialog, field, renderScreen, rowTexts } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

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

const ACCOUNT = {
  id: 7,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: null,
  proposal_mails: false,
};
const OWN = session(1, { is_current: true, user_agent: null, address: null });

beforeEach(() => {
  startSession({ token: 't', user: { id: 7, email: 'ada@example.com', first_name: 'Ada' } });
  api.serve({
    '/admin/account': ACCOUNT,
    '/admin/account/sessions': [OWN, session(2)],
    '/admin/account/failed-sign-ins': [],
    '/admin/account/api-tokens': [],
  });
});

/** Opens the page, up to its forms. */
async function open() {
  const opened = await renderScreen(<AccountPage />);
  await screen.findByLabelText('First Name');
  return opened;
}

test('a new name is sent and is the one in the header', async () => {
  api.on('PUT /admin/account', () => ({ body: {} }));
  const { press, retype } = await open();
  expect(field('Email')).toHaveAttribute('readonly');
  await retype('First Name', 'Augusta');
  await press('Save Name');
  expect(await screen.findByText('Name updated')).toBeVisible();
  expect(api.sent('PUT /admin/account')).toEqual([{ first_name: 'Augusta', last_name: '' }]);
  expect(getSession()?.user).toMatchObject({ first_name: 'Augusta', email: 'ada@example.com' });
});

const MAILS = 'E-mail me once a day while proposals are open';

test('the daily mail about proposals is chosen, and stays as it was when it cannot be stored', async () => {
  api.on('PUT /admin/account', () => {
    const turnedOn = { ...ACCOUNT, proposal_mails: true };
    api.serve({ '/admin/account': turnedOn });
    return { body: turnedOn };
  });
  const { user } = await open();
  const box = await screen.findByRole('checkbox', { name: MAILS });
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription(
    'To ada@example.com. None comes while only your own are open.',
  );
  await user.click(box);
  await waitFor(() => expect(box).toBeChecked());
  expect(api.sent('PUT /admin/account')).toEqual([{ proposal_mails: true }]);

  api.reject('PUT /admin/account', 503, 'Out of order');
  await user.click(box);
  expect(await screen.findByText('Failed to save: Out of order')).toBeVisible();
  expect(api.sent('PUT /admin/account').at(-1)).toEqual({ proposal_mails: false });
  await waitFor(() => expect(box).toBeChecked());
});

test.each(['propose', 'look'])('with the rights %s there is no mail to choose', async (rights) => {
  startSession({ token: 't', user: { id: 7, email: 'ada@example.com', rights } });
  await open();
  expect(screen.queryByRole('checkbox', { name: MAILS })).toBeNull();
});

test('a wrong old password is shown at its field and signs nobody out', async () => {
  const call = 'POST /admin/account/password';
  const wrong = 'This is not your current password';
  api.reject(call, 422, wrong, 'current_password');
  const { user, press } = await open();
  const current = field('Current Password');
  await user.type(current, 'old password here');
  await user.type(field('New Password'), 'short');
  await press('Change Password');
  expect(await screen.findByText('Password must be at least 12 characters')).toBeVisible();
  expect(api.made(call)).toHaveLength(0);
  await user.type(field('New Password'), ' and then longer');
  await press('Change Password');
  expect(await screen.findByText(wrong)).toBeVisible();
  await waitFor(() => expect(current).toHaveFocus());
  expect(getSession()).not.toBeNull();

  api.on(call, () => ({ status: 204 }));
  await user.type(current, '!');
  await press('Change Password');
  expect(await screen.findByText('Password changed')).toBeVisible();
  expect(api.sent(call).at(-1)).toEqual({
    current_password: 'old password here!',
    new_password: 'short and then longer',
  });
  expect(current).toHaveValue('');
});

test('an account without a password is asked for no old one', async () => {
  startSession({ token: 't', user: { id: 7, email: 'ada@example.com', has_password: false } });
  await open();
  expect(screen.queryByLabelText('Current Password')).toBeNull();
});

test('sessions by device; one and all others can be signed out, not this one', async () => {
  api.on('DELETE /admin/account/sessions/2', () => ({ status: 204 }));
  api.on('DELETE /admin/account/sessions', () => ({ status: 204 }));
  const { user, press } = await open();
  const own = within(await screen.findByRole('row', { name: /This session/ }));
  expect(own.getByText('Unknown device')).toBeVisible();
  expect(own.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByText('Firefox on Windows')).toBeVisible();

  const signOut = screen.getByRole('button', { name: 'Sign out' });
  expect(signOut).toHaveAccessibleDescription('Firefox on Windows, 192.0.2.7');
  await user.click(signOut);
  expect(await screen.findByText('Signed out')).toBeVisible();
  expect(api.made('DELETE /admin/account/sessions/2')).toHaveLength(1);

  api.serve({ '/admin/account/sessions': [OWN] });
  await press('Sign out all others');
  expect(await screen.findByText('All other sessions signed out')).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Sign out all others' })).not.toBeInTheDocument(),
  );
});

test('failed sign-ins are listed by hour and address', async () => {
  const failed = { hour: '2026-11-21T10:00:00Z', address: '192.0.2.9', attempts: 4 };
  api.serve({ '/admin/account/failed-sign-ins': [failed] });
  await open();
  const table = await screen.findByRole('table', { name: 'Failed sign-ins' });
  expect(rowTexts(within(table))[1]).toEqual([
    expect.stringMatching(/^Nov 21, 2026, \d+:00/),
    '192.0.2.9',
    '4',
  ]);
});

test('the keys of the lists are turned off and on here, too', async () => {
  const { user } = await open();
  const toggle = await screen.findByRole('switch', { name: 'Single-key shortcuts' });
  await user.click(toggle);
  expect(localStorage.getItem('shortcuts')).toBe('off');
  await user.click(toggle);
  expect(localStorage.getItem('shortcuts')).toBeNull();
});

const TOKENS = '/admin/account/api-tokens';
const TOKEN = {
  id: 5,
  name: 'Nightly',
  scope: 'read',
  created_at: '2026-11-20T08:00:00Z',
  last_used_at: null,
  expires_at: '2027-02-18T08:00:00Z',
};
const MADE = { status: 201, body: { ...TOKEN, token: 'condoadmin_secret' } };

test('a new API token is shown until it was saved, then it is one of the list without its text', async () => {
  api.accept(`POST ${TOKENS}`, { [TOKENS]: [TOKEN] }, MADE);
  const { user, press } = await open();
  await press('New Token');
  expect(await screen.findByText('Name is required')).toBeVisible();
  await user.type(field('Name of the new token'), 'Nightly');
  await press('New Token');
  expect(await screen.findByText('condoadmin_secret')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your New Token' })).toHaveFocus();
  expect(api.sent(`POST ${TOKENS}`)).toEqual([
    { name: 'Nightly', scope: 'read', lifetime_days: 90 },
  ]);
  const row = await screen.findByRole('row', { name: /Nightly/ });
  expect(row).toHaveTextContent(/Read.*Never.*Feb 18, 2027/);
  await press('I Have Saved This Token');
  expect(screen.queryByText('condoadmin_secret')).not.toBeInTheDocument();
});

test('a token is in the list that was still being read when it was made', async () => {
  const release = api.hold(`GET ${TOKENS}`, () => ({ body: [] }));
  api.accept(`POST ${TOKENS}`, { [TOKENS]: [TOKEN] }, MADE);
  const { user, press } = await open();
  await user.type(await screen.findByLabelText('Name of the new token'), 'Nightly');
  await press('New Token');
  expect(await screen.findByText('condoadmin_secret')).toBeVisible();
  release();
  expect(await screen.findByRole('row', { name: /Nightly/ })).toBeVisible();
});

test('a token has personal data where that is ticked, and the list says so', async () => {
  const propose = { ...TOKEN, scope: 'propose', personal_data: true };
  const made = { status: 201, body: { ...propose, token: 'condoadmin_secret' } };
  api.accept(`POST ${TOKENS}`, { [TOKENS]: [propose, { ...TOKEN, id: 6, name: 'Other' }] }, made);
  const { user, press } = await open();
  await user.type(await screen.findByLabelText('Name of the new token'), 'Nightly');
  await user.selectOptions(field('Scope'), 'Propose');
  const box = screen.getByRole('checkbox', { name: 'With personal data' });
  expect(box).not.toBeChecked();
  await user.click(box);
  await press('New Token');
  expect(await screen.findByText('condoadmin_secret')).toBeVisible();
  expect(api.sent(`POST ${TOKENS}`)).toEqual([
    { name: 'Nightly', scope: 'propose', lifetime_days: 90, personal_data: true },
  ]);
  const row = await screen.findByRole('row', { name: /Nightly/ });
  expect(row).toHaveTextContent(/Propose.*With personal data.*Never/);
  expect(screen.getByRole('row', { name: /Other/ })).toHaveTextContent(/Read.*Without.*Never/);
});

test('revoking an API token asks first', async () => {
  api.serve({ [TOKENS]: [TOKEN] }).accept(`DELETE ${TOKENS}/5`, { [TOKENS]: [] });
  const { press, answer } = await open();
  await press('Revoke');
  expect(await dialog()).toHaveTextContent('Scripts that use it stop working at once.');
  await answer(/Revoke/, 'Revoke');
  expect(await screen.findByText('API token revoked')).toBeVisible();
  expect(await screen.findByText('No API tokens yet.')).toBeVisible();
});
