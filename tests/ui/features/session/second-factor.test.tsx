import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { endSession, getSession } from '~/data/session/session-store';
import { LoginPage } from '~/features/session/login-page';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const CALL = 'POST /auth/login';
const HINT = 'Enter the code of your authenticator app, or a recovery code.';
const WRONG = 'This code is not valid, or it has already been used.';
const code = 'second_factor_required';

beforeEach(() => {
  endSession('logout');
});

async function openLogin() {
  const screenOf = await renderScreen(<LoginPage redirectTo={undefined} />, { path: '/login' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled());
  return screenOf;
}

test('asks for the code on the same card, keeps what was typed, and signs in with the same call', async () => {
  api.on(CALL, ({ json }) => {
    const text = JSON.stringify(json);
    if (text.includes('123456')) {
      return { body: { access_token: 'a-token', user: { email: 'a@b.ch', is_superuser: true } } };
    }
    return { status: 401, body: { detail: text.includes('otp') ? WRONG : HINT, code } };
  });
  const { user } = await openLogin();
  expect(screen.queryByLabelText('Authentication code')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Email'), 'a@b.ch');
  await user.type(screen.getByLabelText('Password'), 'a password{Enter}');
  const field = await screen.findByLabelText('Authentication code');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAccessibleDescription(HINT);
  expect(screen.getByLabelText('Email')).toHaveValue('a@b.ch');
  expect(screen.getByLabelText('Password')).toHaveValue('a password');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();

  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Authentication code is required');
  expect(api.made(CALL)).toHaveLength(1);

  await user.type(field, '000000{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(WRONG));
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveValue('000000');
  await user.clear(field);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.type(field, ' 123456 {Enter}');
  expect(await screen.findByText('At /dashboard')).toBeVisible();
  expect(getSession()?.token).toBe('a-token');
  expect(api.made(CALL).map(({ json }) => json)).toEqual([
    { username: 'a@b.ch', password: 'a password' },
    { username: 'a@b.ch', password: 'a password', otp: '000000' },
    { username: 'a@b.ch', password: 'a password', otp: '123456' },
  ]);
});

test('the second step stands alone; another account needs no code until it is asked for', async () => {
  api.on(CALL, () => ({ status: 401, body: { detail: HINT, code } }));
  const { user } = await openLogin();
  await user.type(screen.getByLabelText('Email'), 'a@b.ch');
  await user.type(screen.getByLabelText('Password'), 'a password{Enter}');
  await screen.findByLabelText('Authentication code');
  expect(screen.getByLabelText('Email')).not.toBeVisible();
  expect(screen.getByLabelText('Password')).not.toBeVisible();
  expect(screen.getByText('a@b.ch')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use another account' }));
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toBeVisible();
  expect(screen.queryByLabelText('Authentication code')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Password')).toHaveValue('a password');
});

test('a 401 without the code is a wrong password, as ever', async () => {
  api.on(CALL, () => ({ status: 401, body: { detail: 'Invalid email or password' } }));
  const { user } = await openLogin();
  await user.type(screen.getByLabelText('Email'), 'a@b.ch');
  await user.type(screen.getByLabelText('Password'), 'a password{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
  expect(screen.queryByLabelText('Authentication code')).not.toBeInTheDocument();
});
