import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { endSession } from '~/data/session/session-store';
import { LoginPage } from '~/features/session/login-page';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

beforeEach(() => {
  endSession('logout');
});

test('the rules come before the call, and each field shows its error until it is edited', async () => {
  const { user } = await renderScreen(<LoginPage redirectTo={undefined} />, { path: '/login' });
  const login = screen.getByRole('button', { name: 'Login' });
  await waitFor(() => expect(login).toBeEnabled());
  await user.type(screen.getByLabelText('Email'), 'no-address');
  await user.click(login);
  expect(await screen.findByText('Invalid email address')).toBeVisible();
  expect(screen.getByText('Password is required')).toBeVisible();
  expect(login).toBeEnabled();
  await user.type(screen.getByLabelText('Email'), '@example.com');
  expect(screen.queryByText('Invalid email address')).not.toBeInTheDocument();
  await user.click(login);
  expect(screen.getByText('Password is required')).toBeVisible();
  await user.type(screen.getByLabelText('Password'), 'x');
  expect(screen.queryByText('Password is required')).not.toBeInTheDocument();
  expect(api.made('POST /auth/login')).toEqual([]);
});
