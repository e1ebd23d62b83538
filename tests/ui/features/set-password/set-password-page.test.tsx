import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { SetPasswordPage } from '~/features/set-password/set-password-page';
import { api } from '../../../support/stub-transport';
import { renderScreen } from '../../../support/render-screen';

const LINK_CALL = 'GET /auth/set-password';
const SET_CALL = 'POST /auth/set-password';
const TOKEN = 'abcdefghijklmnopqrstuvwxyz';

beforeEach(() => {
  api
    .on(LINK_CALL, () => ({ body: { email: 'root@example.ch' } }))
    .on(SET_CALL, () => ({ status: 204 }));
});

const open = () => renderScreen(<SetPasswordPage token={TOKEN} />);
const submit = () => screen.getByRole('button', { name: 'Set Password' });

describe('setting a password by a link', () => {
  it('names the account, takes a password and leads to the login', async () => {
    const { user } = await open();
    const password = await screen.findByLabelText('New Password');
    expect(screen.getByLabelText('Email')).toHaveValue('root@example.ch');
    expect(password).toHaveAttribute('autocomplete', 'new-password');
    await user.type(password, 'ein langer satz');
    await user.click(submit());
    expect(await screen.findByRole('status')).toHaveTextContent('Your password is set.');
    expect(api.made(LINK_CALL)[0]?.query).toEqual({ token: TOKEN });
    expect(api.made(SET_CALL)[0]?.json).toEqual({ token: TOKEN, password: 'ein langer satz' });
    await user.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(await screen.findByText('At /login')).toBeVisible();
  });

  it.each([
    ['short', 'Password must be at least 12 characters'],
    ['password1234', 'This password is too common. Please choose another one'],
  ])('rejects %s without a call', async (text, message) => {
    const { user } = await open();
    await user.type(await screen.findByLabelText('New Password'), text);
    await user.click(submit());
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('New Password')).toHaveFocus());
    expect(api.made(SET_CALL)).toHaveLength(0);
  });

  it('shows why the server rejects it: at the field, or above the button', async () => {
    api.on(SET_CALL, () => ({
      status: 422,
      body: { detail: 'password: No', errors: [{ field: 'password', message: 'No' }] },
    }));
    const { user } = await open();
    await user.type(await screen.findByLabelText('New Password'), 'root@example.ch');
    await user.click(submit());
    await waitFor(() =>
      expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(/No/),
    );
    api.on(SET_CALL, () => ({ status: 410, body: { detail: 'This link has expired.' } }));
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('This link has expired.');
    expect(screen.getByLabelText('New Password')).toHaveValue('root@example.ch');
  });
});
