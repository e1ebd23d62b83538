import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PageFocus } from '~/components/layout/page-focus';
import { endSession } from '~/data/session/session-store';
import { ForgotPasswordPage } from '~/features/forgot-password/forgot-password-page';
import { LoginPage } from '~/features/session/login-page';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const CALL = 'POST /auth/forgot-password';

beforeEach(() => {
  endSession('logout');
});

test('asks for an address and says the same of every one', async () => {
  api.on(CALL, () => ({ status: 204 }));
  const { user } = await renderScreen(<ForgotPasswordPage />);
  await user.click(screen.getByRole('button', { name: 'Send Link' }));
  expect(await screen.findByText('Invalid email address')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  expect(api.made(CALL)).toHaveLength(0);
  await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByRole('status')).toHaveTextContent('If this address has an account');
  expect(api.made(CALL)[0]?.json).toEqual({ email: 'ada@example.com' });
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
});

test('what replaces the form leaves the focus at the heading', async () => {
  api.on(CALL, () => ({ status: 204 }));
  const { user } = await renderScreen(
    <>
      <PageFocus />
      <ForgotPasswordPage />
    </>,
  );
  await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  await screen.findByRole('status');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('an error of the server keeps what was typed', async () => {
  api.on(CALL, () => ({ status: 503, body: { detail: 'The database is not available.' } }));
  const { user } = await renderScreen(<ForgotPasswordPage />);
  await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is not available.');
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
});

test('the sign-in card has the link where the API offers it', async () => {
  await renderScreen(<LoginPage redirectTo={undefined} />);
  const link = await screen.findByRole('link', { name: 'Forgot your password?' });
  expect(link).toHaveAttribute('href', '/forgot-password');
  cleanup();
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await renderScreen(<LoginPage redirectTo={undefined} />);
  expect(await screen.findByRole('button', { name: 'Login' })).toBeEnabled();
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument();
});
