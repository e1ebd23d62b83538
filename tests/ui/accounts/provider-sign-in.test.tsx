import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROVIDER_ANSWER } from '~/accounts/provider';
import { fieldsOf } from '~/fields/reading';
import { endSession, getSession } from '~/rpc/session-store';
import { LoginPage } from '~/accounts/screens/login-page';
import { button, renderScreen } from '../../support/on-screen';
import { configureProvider } from '../../support/provider-window';
import { api } from '../../support/stub-transport';
import { installPasskeyDialog, REQUEST_OPTIONS } from '../../support/web-authn';

const START = 'POST /auth/provider/start';
const SIGN_IN = 'POST /auth/provider';
const OPTIONS = 'POST /auth/provider/passkey-options';
const HINT = 'Enter the code of your authenticator app, or a recovery code.';
const CODE = 'c'.repeat(43);
const BROWSER = 'b'.repeat(43);
const ANSWER = { code: CODE, browser: BROWSER };
const OFFER = 'Sign in with Example AG';
const SIGNED_IN = {
  body: { access_token: 'a-token', user: { email: 'a@b.ch', is_superuser: true } },
};

beforeEach(() => {
  endSession('logout');
  sessionStorage.clear();
  configureProvider();
});

afterEach(() => {
  history.replaceState(null, '', '/');
});

/** The sign-in page to which the provider leads back. */
async function comeBack(code = CODE, browser: string | null = BROWSER) {
  if (browser !== null) sessionStorage.setItem('provider-sign-in', browser);
  history.replaceState(null, '', `/login?redirect=%2Fcondos${PROVIDER_ANSWER}${code}`);
  const opened = await renderScreen(<LoginPage redirectTo="/condos" />, '/login');
  await waitFor(() => expect(location.href).toMatch(/\/login\?redirect=%2Fcondos$/));
  expect(sessionStorage.getItem('provider-sign-in')).toBeNull();
  return opened;
}

/** The answer that asks for a second factor of ours. */
const ask = (detail: string, factors?: readonly string[]) => ({
  status: 401,
  body: { detail, code: 'second_factor_required', factors },
});

const sent = () => api.made(SIGN_IN).map(({ json }) => json);

test('asks for the second factor, says that a code is wrong, and signs in with the same code of the provider', async () => {
  api.on(SIGN_IN, ({ json }) => {
    const { otp } = fieldsOf(json);
    if (otp === '123456') return SIGNED_IN;
    return ask(otp === undefined ? HINT : 'This code is not valid.');
  });
  const { user, router } = await comeBack();
  const code = await screen.findByLabelText('Authentication code');
  await waitFor(() => expect(code).toHaveFocus());
  expect(code).toHaveAccessibleDescription(HINT);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(code, '000000');
  await user.click(button('Continue'));
  expect(await screen.findByText('This code is not valid.')).toBeVisible();
  await waitFor(() => expect(code).toHaveFocus());
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/condos'));
  expect(getSession()).toMatchObject({
    token: 'a-token',
    user: { role: 'super_admin', signed_in_by: 'provider' },
  });
  expect(sent()).toEqual([ANSWER, { ...ANSWER, otp: '000000' }, { ...ANSWER, otp: '123456' }]);
});

/** The API asks for the second factor, and takes a passkey alone. */
function takePasskeys(): void {
  api
    .on(OPTIONS, () => ({ body: REQUEST_OPTIONS }))
    .on(SIGN_IN, ({ json }) =>
      'passkey' in fieldsOf(json) ? SIGNED_IN : ask(HINT, ['passkey', 'recovery_code']),
    );
}

test('lets a passkey sign in place of the code, and says where none was used', async () => {
  takePasskeys();
  const dialog = installPasskeyDialog();
  const { answer } = dialog;
  dialog.answer = () => Promise.reject(new DOMException('technical', 'NotAllowedError'));
  const { press } = await comeBack();
  await press('Use a Passkey');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The passkey could not be used. Please try again.',
  );
  expect(screen.getByLabelText('Authentication code')).toBeVisible();
  dialog.answer = answer;
  await press('Use a Passkey');
  await waitFor(() => expect(getSession()?.token).toBe('a-token'));
  expect(api.made(OPTIONS).map(({ json }) => json)).toEqual([ANSWER, ANSWER]);
  const passkey: unknown = expect.anything();
  expect(sent()).toEqual([ANSWER, { ...ANSWER, passkey }]);
});

test('begins again when the time for a passkey is over', async () => {
  takePasskeys();
  const ended = 'This sign-in is no longer valid. Please try again.';
  api.reject(OPTIONS, 404, ended);
  const { press } = await comeBack();
  await press('Use a Passkey');
  expect(await screen.findByRole('alert')).toHaveTextContent(ended);
  expect(button(OFFER)).toBeEnabled();
  expect(screen.queryByLabelText('Authentication code')).toBeNull();
});

test('without an answer of the API the same code is tried again', async () => {
  api.on(SIGN_IN, ({ json }) => {
    if (fieldsOf(json).otp !== undefined) throw new TypeError('fetch failed');
    return ask(HINT);
  });
  const { user } = await comeBack();
  await user.type(await screen.findByLabelText('Authentication code'), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Network error');
  expect(screen.getByLabelText('Authentication code')).toHaveValue('123456');
});

test.each([
  ['an answer that failed', '', BROWSER],
  ['a code that came from another browser', CODE, null],
])('a failed sign-in is announced and makes no call: %s', async (_name, code, browser) => {
  await comeBack(code, browser);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Signing in with Example AG did not work. Please try again.',
  );
  expect(button(OFFER)).toBeEnabled();
  expect(sent()).toEqual([]);
});

test('begins with the page that was asked for, and says what the API says', async () => {
  const detail = 'Signing in with Example AG does not work at the moment.';
  api.reject(START, 503, detail);
  const { press } = await comeBack('');
  await press(OFFER);
  expect(await screen.findByText(detail)).toBeVisible();
  const [{ json } = { json: null }] = api.made(START);
  const browser: unknown = expect.stringMatching(/^[\da-f]{64}$/);
  expect(json).toEqual({ browser, redirect: '/condos' });
});

test("the provider's button disappears during the password's second step and comes back afterwards", async () => {
  api.on('POST /auth/login', () => ask(HINT));
  const { user, press } = await renderScreen(<LoginPage redirectTo={undefined} />, '/login');
  const offer = await screen.findByRole('button', { name: OFFER });
  await user.type(screen.getByLabelText('Email'), 'a@b.ch');
  await user.type(screen.getByLabelText('Password'), 'a password{Enter}');
  await screen.findByLabelText('Authentication code');
  expect(offer).not.toBeVisible();
  await press('Use another account');
  expect(offer).toBeVisible();
});

test('nothing is offered without a provider', async () => {
  vi.unstubAllEnvs();
  await renderScreen(<LoginPage redirectTo={undefined} />, '/login');
  await screen.findByRole('link', { name: 'Forgot your password?' });
  expect(screen.queryByRole('button', { name: /Sign in with/ })).toBeNull();
});
