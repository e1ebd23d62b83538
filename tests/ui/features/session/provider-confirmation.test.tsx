import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askForPassword } from '~/data/session/password-request';
import { endSession, startSession } from '~/data/session/session-store';
import { PasswordRequest } from '~/features/session/password-request';
import {
  PROVIDER_URL,
  stubProviderWindow,
  unstubProviderWindow,
} from '../../../support/provider-window';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';
import {
  installPasskeyDialog,
  removePasskeyDialog,
  REQUEST_OPTIONS,
} from '../../../support/web-authn';

const CODE = 'c'.repeat(43);
const START = 'POST /admin/account/reauthentication/provider/start';
const CONFIRM = 'POST /admin/account/reauthentication/provider';
const HINT = 'Enter the code of your authenticator app, or a recovery code.';

beforeEach(() => {
  startSession({ token: 'a', user: { email: 'a@b.ch', signed_in_by: 'provider' } });
  api.on(START, () => ({ body: { url: PROVIDER_URL } }));
});
afterEach(() => {
  removePasskeyDialog();
  unstubProviderWindow();
  endSession('logout');
});

async function ask() {
  const { user } = await renderScreen(<PasswordRequest />);
  const asked = askForPassword();
  await screen.findByText('You signed in a while ago. Sign in with Example AG again to continue.');
  expect(screen.queryByLabelText('Password')).toBeNull();
  return { user, asked, signIn: screen.getByRole('button', { name: 'Sign in with Example AG' }) };
}

test('asks the provider in a window, a second factor of ours after it, and what waits goes on', async () => {
  const opened = stubProviderWindow(CODE);
  api.on(CONFIRM, ({ json }) => {
    const text = JSON.stringify(json);
    if (text.includes('123456')) return { status: 204 };
    const detail = text.includes('otp') ? 'This code is not valid.' : HINT;
    return { status: 403, body: { detail, code: 'second_factor_required' } };
  });
  const { user, asked, signIn } = await ask();
  await expect.poll(() => document.activeElement).toBe(signIn);
  await user.click(signIn);
  const field = await screen.findByLabelText('Authentication code');
  expect(field).toHaveAccessibleDescription(HINT);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(field, '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not valid.');
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  expect(await asked).toBe(true);
  expect(opened).toEqual([PROVIDER_URL]);
  const [{ json } = { json: null }] = api.made(CONFIRM);
  expect(JSON.stringify(json)).toMatch(/^\{"code":"c{43}","browser":"[\da-f]{64}"\}$/);
});

test('lets a passkey sign after the provider, and keeps its question where none was used', async () => {
  stubProviderWindow(CODE);
  const dialog = installPasskeyDialog();
  const { answer } = dialog;
  dialog.answer = () => Promise.reject(new DOMException('technical', 'NotAllowedError'));
  api.on(`${CONFIRM}/passkey-options`, () => ({ body: REQUEST_OPTIONS }));
  api.on(CONFIRM, ({ json }) => {
    if (JSON.stringify(json).includes('"passkey"')) return { status: 204 };
    const factors = ['passkey', 'recovery_code'];
    return { status: 403, body: { detail: HINT, code: 'second_factor_required', factors } };
  });
  const { user, asked, signIn } = await ask();
  await user.click(signIn);
  const use = await screen.findByRole('button', { name: 'Use a Passkey' });
  await user.click(use);
  expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used');
  expect(screen.getByLabelText('Authentication code')).toBeVisible();
  dialog.answer = answer;
  await user.click(use);
  expect(await asked).toBe(true);
  const [first, last] = api.made(CONFIRM).map(({ json }) => json);
  const options = api.made(`${CONFIRM}/passkey-options`).map(({ json }) => json);
  expect(first).toMatchObject({ code: CODE });
  expect(options).toEqual([first, first]);
  expect(last).toMatchObject({ code: CODE, passkey: { id: 'aWQ' } });
});

test('begins again when the time for the second factor is over', async () => {
  stubProviderWindow(CODE);
  api.on(CONFIRM, ({ json }) =>
    JSON.stringify(json).includes('otp')
      ? { status: 404, body: { detail: 'This sign-in is no longer valid. Please try again.' } }
      : { status: 403, body: { detail: HINT, code: 'second_factor_required' } },
  );
  const { user, asked, signIn } = await ask();
  await user.click(signIn);
  await user.type(await screen.findByLabelText('Authentication code'), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in is no longer valid.');
  expect(screen.getByRole('button', { name: 'Sign in with Example AG' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await asked).toBe(false);
});

test('offers no password to who has none', async () => {
  startSession({
    token: 'a',
    user: { email: 'a@b.ch', signed_in_by: 'provider', has_password: false },
  });
  stubProviderWindow(CODE);
  const { user, asked } = await ask();
  expect(screen.queryByRole('button', { name: 'Use the password instead' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await asked).toBe(false);
});

test('leaves the password as a way, where the provider does not say when it asked', async () => {
  stubProviderWindow(CODE);
  const { user, asked } = await ask();
  await user.click(screen.getByRole('button', { name: 'Use the password instead' }));
  expect(await screen.findByLabelText('Password')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await asked).toBe(false);
});

test.each([
  ['the provider refuses', '', 'The provider did not confirm it. Please try again.'],
  ['the window is blocked', null, 'Your browser has blocked the window. Allow it, and try again.'],
])('says what went wrong, and waits on: %s', async (_name, code, message) => {
  stubProviderWindow(code);
  const { user, asked, signIn } = await ask();
  await user.click(signIn);
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(api.made(CONFIRM)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await asked).toBe(false);
});
