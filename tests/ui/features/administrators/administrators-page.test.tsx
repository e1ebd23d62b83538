import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startSession } from '~/data/session/session-store';
import { AdministratorsPage } from '~/features/administrators/administrators-page';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const ADA = {
  id: 1,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: null,
  last_login: '2026-11-20T08:00:00Z',
  is_current: true,
};
const GRACE = {
  id: 2,
  email: 'grace@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
  last_login: null,
  is_current: false,
};
const INVITED = {
  id: 9,
  email: 'new@example.com',
  created_at: '2026-11-20T08:00:00Z',
  expires_at: '2020-01-01T12:00:00Z',
  mail: { state: 'failed', detail: 'No such person', updated_at: '2026-11-20T08:00:00Z' },
};

beforeEach(() => {
  startSession({ token: 't', user: { id: 1, email: ADA.email } });
  api.on('GET /admin/administrators', () => ({ body: [ADA, GRACE] }));
  api.on('GET /admin/administrators/invitations', () => ({ body: [INVITED] }));
  api.on('GET /admin/administrators/failed-sign-ins', () => ({
    body: { last_24_hours: 3, last_90_days: 1_200, without_account: 7 },
  }));
});

async function openDialog() {
  const tools = await renderScreen(<AdministratorsPage />);
  await tools.user.click(await screen.findByRole('button', { name: 'Withdraw Rights' }));
  return { ...tools, dialog: within(await screen.findByRole('dialog')) };
}

test("another one's rights can be withdrawn, after a question; not one's own", async () => {
  api.on('DELETE /admin/administrators/2', () => ({ status: 204 }));
  const { user, dialog } = await openDialog();
  // One button for two administrators.
  expect(screen.getByText('You')).toBeInTheDocument();
  expect(dialog.getByText('grace@example.com')).toBeVisible();
  expect(api.made('DELETE /admin/administrators/2')).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Rights withdrawn')).toBeVisible();
  expect(api.made('DELETE /admin/administrators/2')).toHaveLength(1);
});

test('a failure says why', async () => {
  const detail = 'The rights of the last administrator cannot be withdrawn.';
  api.on('DELETE /admin/administrators/2', () => ({ status: 400, body: { detail } }));
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Withdrawal Failed')).toBeVisible();
  expect(screen.getByText(detail)).toBeVisible();
});

test('invites by e-mail, and the field is empty again; a failed one keeps what was typed', async () => {
  const message = 'This person is an administrator already.';
  api.on('POST /admin/administrators/invitations', () => ({
    status: 409,
    body: { detail: message, errors: [{ field: 'email', message }] },
  }));
  const { user } = await renderScreen(<AdministratorsPage />);
  const email = await screen.findByLabelText('Email Address');
  await user.type(email, 'grace@example.com');
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(email).toHaveValue('grace@example.com');
  api.on('POST /admin/administrators/invitations', () => ({ status: 201, body: INVITED }));
  await user.clear(email);
  await user.type(email, ' new@example.com ');
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
  expect(await screen.findByText('Invitation sent')).toBeVisible();
  expect(api.made('POST /admin/administrators/invitations').at(-1)?.json).toEqual({
    email: 'new@example.com',
    language: 'en',
  });
  expect(email).toHaveValue('');
});

test('an invitation shows its mail and its end, and can be resent and deleted', async () => {
  api.on('POST /admin/administrators/invitations', () => ({ status: 201, body: INVITED }));
  api.on('DELETE /admin/administrators/invitations/9', () => ({ status: 204 }));
  const { user } = await renderScreen(<AdministratorsPage />);
  expect(
    await screen.findByText('Email failed: No such person · Expired Jan 1, 2020'),
  ).toBeVisible();
  const resend = screen.getByRole('button', { name: 'Resend' });
  expect(resend).toHaveAccessibleDescription('new@example.com');
  await user.click(resend);
  expect(await screen.findByText('Invitation email resent')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Invitation deleted')).toBeVisible();
  expect(api.made('DELETE /admin/administrators/invitations/9')).toHaveLength(1);
});

test('failed sign-ins are counted', async () => {
  await renderScreen(<AdministratorsPage />);
  const term = await screen.findByText('Last 90 days');
  expect(term.nextElementSibling).toHaveTextContent('1,200');
  expect(screen.getByText('Last 24 hours').nextElementSibling).toHaveTextContent('3');
});
