import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { endSession, getSession } from '~/data/session/session-store';
import { ProviderSignIn } from '~/features/session/provider-sign-in';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const CALL = 'POST /auth/provider';
const HINT = 'Enter the code of your authenticator app, or a recovery code.';
const CODE = 'c'.repeat(43);
const BROWSER = 'b'.repeat(43);

beforeEach(() => {
  api.reset();
  endSession('logout');
  sessionStorage.clear();
  history.replaceState(null, '', '/login');
});

async function comeBack(code: string) {
  history.replaceState(null, '', `/login#provider=${code}`);
  return renderScreen(<ProviderSignIn name="Example AG" />, { path: '/login' });
}

test('asks for the second factor, says that a code is wrong, and signs in with the same code of the provider', async () => {
  api.on(CALL, ({ json }) => {
    const text = JSON.stringify(json);
    if (text.includes('123456')) {
      return { body: { access_token: 'a-token', user: { email: 'a@b.ch', is_superuser: true } } };
    }
    const detail = text.includes('otp') ? 'This code is not valid.' : HINT;
    return { status: 401, body: { detail, code: 'second_factor_required' } };
  });
  sessionStorage.setItem('provider-sign-in', BROWSER);
  const { user } = await comeBack(CODE);
  const field = await screen.findByLabelText('Authentication code');
  expect(field).toHaveAccessibleDescription(HINT);
  expect(location.hash).toBe('');
  expect(sessionStorage.getItem('provider-sign-in')).toBeNull();
  await user.type(field, '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not valid.');
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  await expect.poll(() => getSession()?.token).toBe('a-token');
  const sent = { code: CODE, browser: BROWSER };
  expect(api.made(CALL).map(({ json }) => json)).toEqual([
    sent,
    { ...sent, otp: '000000' },
    { ...sent, otp: '123456' },
  ]);
});

test.each([
  ['an answer that failed', '', BROWSER],
  ['a code that came from another browser', CODE, null],
])('says that it did not work, and calls nothing: %s', async (_name, code, browser) => {
  if (browser !== null) sessionStorage.setItem('provider-sign-in', browser);
  await comeBack(code);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Signing in with Example AG did not work. Please try again.',
  );
  expect(screen.getByRole('button', { name: 'Sign in with Example AG' })).toBeEnabled();
  expect(api.made(CALL)).toEqual([]);
});
