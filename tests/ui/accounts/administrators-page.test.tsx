import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startSession } from '~/rpc/session-store';
import { AdministratorsPage } from '~/accounts/screens/administrators-page';
import { dialog, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const WITHDRAW_CALL = 'DELETE /admin/administrators/2';
const INVITE_CALL = 'POST /admin/administrators/invitations';

const ADA = {
  id: 1,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: null,
  rights: 'all',
  last_login: '2026-11-20T08:00:00Z',
  is_current: true,
};
const GRACE = {
  id: 2,
  email: 'grace@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
  rights: 'propose',
  last_login: null,
  is_current: false,
};
const INVITED = {
  id: 9,
  email: 'new@example.com',
  rights: 'all',
  created_at: '2026-11-20T08:00:00Z',
  expires_at: '2020-01-01T12:00:00Z',
  mail: { state: 'failed', detail: 'No such person', updated_at: '2026-11-20T08:00:00Z' },
};

beforeEach(() => {
  startSession({ token: 't', user: { id: 1, email: ADA.email } });
  api.serve({
    '/admin/administrators': [ADA, GRACE],
    '/admin/administrators/invitations': [INVITED],
    '/admin/administrators/failed-sign-ins': {
      last_24_hours: 3,
      last_90_days: 1_200,
      without_account: 7,
    },
  });
});

const open = () => renderScreen(<AdministratorsPage />);

test("another one's rights can be withdrawn, after a question; not one's own", async () => {
  api.on(WITHDRAW_CALL, () => ({ status: 204 }));
  const { press, answer } = await open();
  // One button for two administrators.
  await press('Withdraw Rights');
  expect(screen.getByText('You')).toBeInTheDocument();
  expect(await dialog()).toHaveTextContent('grace@example.com');
  expect(api.made(WITHDRAW_CALL)).toHaveLength(0);
  await answer(/./, 'Withdraw');
  expect(await screen.findByText('Rights withdrawn')).toBeVisible();
  expect(api.made(WITHDRAW_CALL)).toHaveLength(1);
});

test('a failed withdrawal says why', async () => {
  const detail = 'The rights of the last administrator cannot be withdrawn.';
  api.reject(WITHDRAW_CALL, 400, detail);
  const { press, answer } = await open();
  await press('Withdraw Rights');
  await answer(/./, 'Withdraw');
  expect(await screen.findByText('Withdrawal Failed')).toBeVisible();
  expect(screen.getByText(detail)).toBeVisible();
});

test('invites by e-mail, and the field is empty again; a failed one keeps what was typed', async () => {
  const message = 'This person is an administrator already.';
  api.reject(INVITE_CALL, 409, message, 'email');
  const { user, press, retype } = await open();
  const email = await screen.findByLabelText('Email Address');
  await user.type(email, 'grace@example.com');
  await press('Send Invitation');
  expect(await screen.findByText(message)).toBeVisible();
  expect(email).toHaveValue('grace@example.com');
  api.on(INVITE_CALL, () => ({ status: 201, body: INVITED }));
  await retype('Email Address', ' new@example.com ');
  await press('Send Invitation');
  expect(await screen.findByText('Invitation sent')).toBeVisible();
  expect(api.sent(INVITE_CALL).at(-1)).toEqual({
    email: 'new@example.com',
    rights: 'all',
    language: 'en',
  });
  expect(email).toHaveValue('');
});

test('an invitation shows its mail and its end, and can be resent and deleted', async () => {
  api.on(INVITE_CALL, () => ({ status: 201, body: INVITED }));
  api.on('DELETE /admin/administrators/invitations/9', () => ({ status: 204 }));
  const { user, press } = await open();
  const state = 'Email failed: No such person · Expired Jan 1, 2020';
  expect(await screen.findByText(state)).toBeVisible();
  const resend = screen.getByRole('button', { name: 'Resend' });
  expect(resend).toHaveAccessibleDescription('new@example.com');
  await user.click(resend);
  expect(await screen.findByText('Invitation email resent')).toBeVisible();
  await press('Delete');
  expect(await screen.findByText('Invitation deleted')).toBeVisible();
  expect(api.made('DELETE /admin/administrators/invitations/9')).toHaveLength(1);
});

test('failed sign-ins are counted', async () => {
  await open();
  const term = await screen.findByText('Last 90 days');
  expect(term.nextElementSibling).toHaveTextContent('1,200');
  expect(screen.getByText('Last 24 hours').nextElementSibling).toHaveTextContent('3');
});

test("another one's rights can be changed, and are chosen when inviting", async () => {
  const CHANGE_CALL = 'PUT /admin/administrators/2';
  api.on(CHANGE_CALL, () => ({ body: { ...GRACE, rights: 'look' } }));
  api.on(INVITE_CALL, () => ({ status: 201, body: INVITED }));
  const { user, press, answer } = await open();
  expect(await screen.findByRole('cell', { name: 'Look and propose' })).toBeVisible();
  await press('Change Rights');
  const chosen = within(await dialog('Change Rights')).getByLabelText('Rights');
  expect(chosen).toHaveValue('propose');
  await user.selectOptions(chosen, 'Look');
  await answer('Change Rights', 'Change Rights');
  expect(await screen.findByText('Rights changed')).toBeVisible();
  expect(api.sent(CHANGE_CALL)).toEqual([{ rights: 'look' }]);
  await user.type(screen.getByLabelText('Email Address'), 'new@example.com');
  await user.selectOptions(screen.getByLabelText('Rights'), 'Look and propose');
  await press('Send Invitation');
  expect(await screen.findByText('Invitation sent')).toBeVisible();
  expect(api.sent(INVITE_CALL)).toMatchObject([{ rights: 'propose' }]);
});

test('the last one with all rights keeps them, and the dialog says so', async () => {
  const detail = 'The last administrator with all rights keeps them.';
  api.reject('PUT /admin/administrators/2', 409, detail);
  const { press, answer } = await open();
  await press('Change Rights');
  await answer('Change Rights', 'Change Rights');
  expect(await screen.findByText(detail)).toBeVisible();
});
