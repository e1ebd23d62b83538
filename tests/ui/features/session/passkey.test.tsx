import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endSession, getSession } from '~/data/session/session-store';
import { LoginPage } from '~/features/session/login-page';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';
import {
  installPasskeyDialog,
  removePasskeyDialog,
  REQUEST_OPTIONS,
  type PasskeyDialog,
} from '../../../support/web-authn';

const LOGIN = 'POST /auth/login';
const OPTIONS = 'POST /auth/passkey-options';
const HINT = 'Use a passkey, or enter a recovery code.';

let dialog: PasskeyDialog;
let factors: string[];

beforeEach(() => {
  endSession('logout');
  dialog = installPasskeyDialog();
  factors = ['passkey', 'recovery_code'];
  api.on(OPTIONS, () => ({ body: REQUEST_OPTIONS }));
  api.on(LOGIN, ({ json }) =>
    JSON.stringify(json).includes('"passkey"')
      ? { body: { access_token: 'a-token', user: { email: 'a@b.ch', is_superuser: true } } }
      : { status: 401, body: { detail: HINT, code: 'second_factor_required', factors } },
  );
});
afterEach(removePasskeyDialog);

async function signInToFactor() {
  const { user } = await renderScreen(<LoginPage redirectTo={undefined} />, { path: '/login' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled());
  expect(screen.queryByRole('button', { name: 'Use a Passkey' })).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Email'), 'a@b.ch');
  await user.type(screen.getByLabelText('Password'), 'a password{Enter}');
  await screen.findByLabelText('Authentication code');
  return user;
}

test('a passkey signs in with the same call, in place of the code', async () => {
  const user = await signInToFactor();
  // It comes first.
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons.slice(0, 2)).toEqual(['Use a Passkey', 'Login']);
  await user.click(screen.getByRole('button', { name: 'Use a Passkey' }));
  expect(await screen.findByText('At /dashboard')).toBeVisible();
  expect(getSession()?.token).toBe('a-token');
  expect(dialog.asked).toMatchObject([
    { publicKey: { rpId: 'localhost', userVerification: 'required' } },
  ]);
  expect(api.made(OPTIONS).map(({ json }) => json)).toEqual([
    { username: 'a@b.ch', password: 'a password' },
  ]);
  expect(api.made(LOGIN).at(-1)?.json).toMatchObject({
    username: 'a@b.ch',
    password: 'a password',
    passkey: { id: 'aWQ', response: { signature: 'c2lnbmF0dXJl' } },
  });
});

test('a closed dialog is said in a sentence, and everything stays', async () => {
  dialog.answer = () => Promise.reject(new DOMException('technical', 'NotAllowedError'));
  const user = await signInToFactor();
  await user.click(screen.getByRole('button', { name: 'Use a Passkey' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used');
  expect(screen.getByLabelText('Password')).toHaveValue('a password');
  expect(screen.getByRole('button', { name: 'Use a Passkey' })).toBeEnabled();
  expect(api.made(LOGIN)).toHaveLength(1);
});

test('an account without a passkey for this address is asked for a code alone', async () => {
  factors = ['app', 'recovery_code'];
  await signInToFactor();
  expect(screen.queryByRole('button', { name: 'Use a Passkey' })).not.toBeInTheDocument();
});
