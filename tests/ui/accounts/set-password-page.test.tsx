import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SetPasswordPage } from '~/accounts/screens/set-password-page';
import { field, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const LINK_CALL = 'GET /auth/set-password';
const SET_CALL = 'POST /auth/set-password';
const TOKEN = 'abcdefghijklmnopqrstuvwxyz';

beforeEach(() => {
  api
    .serve({ '/auth/set-password': { email: 'root@example.ch' } })
    .on(SET_CALL, () => ({ status: 204 }));
});

/** Opens a link and sends this password. */
async function setPassword(text: string) {
  const opened = await renderScreen(<SetPasswordPage token={TOKEN} />);
  await opened.user.type(await screen.findByLabelText('New Password'), text);
  await opened.press('Set Password');
  return opened;
}

it('names the account, takes a password and leads to the login', async () => {
  const { user } = await setPassword('ein langer satz');
  expect(await screen.findByRole('status')).toHaveTextContent('Your password is set.');
  expect(api.queries(LINK_CALL)).toEqual([{ token: TOKEN }]);
  expect(api.sent(SET_CALL)).toEqual([{ token: TOKEN, password: 'ein langer satz' }]);
  await user.click(screen.getByRole('link', { name: 'Go to Login' }));
  expect(await screen.findByText('At /login')).toBeVisible();
});

it.each([
  ['short', 'Password must be at least 12 characters'],
  ['password1234', 'This password is too common. Please choose another one'],
])('rejects %s without a call', async (text, message) => {
  await setPassword(text);
  expect(await screen.findByText(message)).toBeVisible();
  expect(field('New Password')).toHaveAttribute('autocomplete', 'new-password');
  await waitFor(() => expect(field('New Password')).toHaveFocus());
  expect(api.made(SET_CALL)).toHaveLength(0);
});
