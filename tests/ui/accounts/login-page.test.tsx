import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fieldsOf } from '~/fields/reading';
import { endSession, getSession } from '~/rpc/session-store';
import { LoginPage } from '~/accounts/screens/login-page';
import { button, field, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { installPasskeyDialog, REQUEST_OPTIONS } from '../../support/web-authn';

const LOGIN = 'POST /auth/login';
const OPTIONS = 'POST /auth/passkey-options';
const TYPED = { username: 'a@b.ch', password: 'a password' };
const SIGNED_IN = {
  body: { access_token: 'a-token', user: { email: 'a@b.ch', is_superuser: true } },
};
const HINT = 'Enter the code of your authenticator app, or a recovery code.';
const WRONG = 'This code is not valid, or it has already been used.';

/** The answer that asks for a second factor. */
const ask = (detail: string, factors?: readonly string[]) => ({
  status: 401,
  body: { detail, code: 'second_factor_required', factors },
});

beforeEach(() => endSession('logout'));

async function open() {
  const opened = await renderScreen(<LoginPage redirectTo={undefined} />, '/login');
  await waitFor(() => expect(button('Login')).toBeEnabled());
  expect(screen.queryByLabelText('Authentication code')).not.toBeInTheDocument();
  return opened;
}

/** Sends e-mail address and password. */
async function signIn() {
  const opened = await open();
  await opened.user.type(field('Email'), TYPED.username);
  await opened.user.type(field('Password'), `${TYPED.password}{Enter}`);
  return opened;
}

const codeField = () => screen.findByLabelText('Authentication code');

test('the rules come before the call, and each field shows its error until it is edited', async () => {
  const { user, press } = await open();
  await user.type(field('Email'), 'no-address');
  await press('Login');
  expect(await screen.findByText('Invalid email address')).toBeVisible();
  expect(screen.getByText('Password is required')).toBeVisible();
  expect(button('Login')).toBeEnabled();
  await user.type(field('Email'), '@example.com');
  expect(screen.queryByText('Invalid email address')).not.toBeInTheDocument();
  await press('Login');
  expect(screen.getByText('Password is required')).toBeVisible();
  await user.type(field('Password'), 'x');
  expect(screen.queryByText('Password is required')).not.toBeInTheDocument();
  expect(api.made(LOGIN)).toEqual([]);
});

test('a 401 without the code of a second factor is a wrong password', async () => {
  api.reject(LOGIN, 401, 'Invalid email or password');
  await signIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
  expect(screen.queryByLabelText('Authentication code')).not.toBeInTheDocument();
});

describe('a second factor', () => {
  test('is asked for on the same card, which keeps what was typed, and signs in with the same call', async () => {
    api.on(LOGIN, ({ json }) => {
      const { otp } = fieldsOf(json);
      return otp === '123456' ? SIGNED_IN : ask(otp === undefined ? HINT : WRONG);
    });
    const { user } = await signIn();
    const code = await codeField();
    await waitFor(() => expect(code).toHaveFocus());
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAccessibleDescription(HINT);
    expect(field('Email')).toHaveValue(TYPED.username);
    expect(field('Password')).toHaveValue(TYPED.password);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Authentication code is required');
    expect(api.made(LOGIN)).toHaveLength(1);

    await user.type(code, '000000{Enter}');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(WRONG));
    await waitFor(() => expect(code).toHaveFocus());
    expect(code).toHaveAttribute('aria-invalid', 'true');
    expect(code).toHaveValue('000000');
    await user.clear(code);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.type(code, ' 123456 {Enter}');
    expect(await screen.findByText('At /dashboard')).toBeVisible();
    expect(getSession()?.token).toBe('a-token');
    expect(api.sent(LOGIN)).toEqual([
      TYPED,
      { ...TYPED, otp: '000000' },
      { ...TYPED, otp: '123456' },
    ]);
  });

  test('stands alone; another account needs none until it is asked for', async () => {
    api.on(LOGIN, () => ask(HINT));
    const { press } = await signIn();
    await codeField();
    expect(field('Email')).not.toBeVisible();
    expect(field('Password')).not.toBeVisible();
    expect(screen.getByText(TYPED.username)).toBeVisible();
    await press('Use another account');
    expect(field('Email')).toHaveFocus();
    expect(field('Email')).toBeVisible();
    expect(screen.queryByLabelText('Authentication code')).not.toBeInTheDocument();
    expect(field('Password')).toHaveValue(TYPED.password);
  });

  test('may be a passkey, which signs in with the same call, in place of the code', async () => {
    const dialog = installPasskeyDialog();
    api.on(OPTIONS, () => ({ body: REQUEST_OPTIONS }));
    api.on(LOGIN, ({ json }) =>
      fieldsOf(json).passkey ? SIGNED_IN : ask(HINT, ['passkey', 'recovery_code']),
    );
    const { press } = await signIn();
    await codeField();
    // It comes first.
    const buttons = textsOf(screen.getAllByRole('button'));
    expect(buttons.slice(0, 2)).toEqual(['Use a Passkey', 'Login']);
    await press('Use a Passkey');
    expect(await screen.findByText('At /dashboard')).toBeVisible();
    expect(getSession()?.token).toBe('a-token');
    expect(dialog.requests).toMatchObject([
      { publicKey: { rpId: 'localhost', userVerification: 'required' } },
    ]);
    expect(api.sent(OPTIONS)).toEqual([TYPED]);
    expect(api.sent(LOGIN).at(-1)).toMatchObject({
      ...TYPED,
      passkey: { id: 'aWQ', response: { signature: 'c2lnbmF0dXJl' } },
    });
  });

  test('is a code alone for an account without a passkey for this address', async () => {
    installPasskeyDialog();
    api.on(LOGIN, () => ask(HINT, ['app', 'recovery_code']));
    await signIn();
    await codeField();
    expect(screen.queryByRole('button', { name: 'Use a Passkey' })).not.toBeInTheDocument();
  });
});
