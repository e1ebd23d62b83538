import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PageFocus } from '~/kit/layout/page-focus';
import { endSession } from '~/rpc/session-store';
import { ForgotPasswordPage } from '~/accounts/screens/forgot-password-page';
import { LoginPage } from '~/accounts/screens/login-page';
import { field, hrefOf, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const CALL = 'POST /auth/forgot-password';

beforeEach(() => {
  endSession('logout');
  api.on(CALL, () => ({ status: 204 }));
});

test('asks for an address, says the same of every one, and leaves the focus at the heading', async () => {
  const { user, press } = await renderScreen(
    <>
      <PageFocus />
      <ForgotPasswordPage />
    </>,
  );
  await press('Send Link');
  expect(await screen.findByText('Invalid email address')).toBeVisible();
  await waitFor(() => expect(field('Email')).toHaveFocus());
  expect(api.made(CALL)).toHaveLength(0);
  await user.type(field('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByRole('status')).toHaveTextContent('If this address has an account');
  expect(api.sent(CALL)).toEqual([{ email: 'ada@example.com' }]);
  expect(await hrefOf('Back to Login')).toBe('/login');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('an error of the server keeps what was typed', async () => {
  api.reject(CALL, 503, 'The database is not available.');
  const { user } = await renderScreen(<ForgotPasswordPage />);
  await user.type(field('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is not available.');
  expect(field('Email')).toHaveValue('ada@example.com');
});

test('the sign-in card has the link where the API offers it', async () => {
  await renderScreen(<LoginPage redirectTo={undefined} />);
  expect(await hrefOf('Forgot your password?')).toBe('/forgot-password');
  cleanup();
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await renderScreen(<LoginPage redirectTo={undefined} />);
  expect(await screen.findByRole('button', { name: 'Login' })).toBeEnabled();
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument();
});
