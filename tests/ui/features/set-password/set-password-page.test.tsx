import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { SetPasswordPage } from '~/features/set-password/set-password-page';
import { api } from '../../../support/stub-transport';
import { renderScreen } from '../../../support/render-screen';

const LINK_CALL = 'GET /auth/set-password';
const SET_CALL = 'POST /auth/set-password';
const TOKEN = 'abcdefghijklmnopqrstuvwxyz';

beforeEach(() => {
  api.reset();
  api
    .on(LINK_CALL, () => ({ body: { email: 'root@example.ch' } }))
    .on(SET_CALL, () => ({ status: 204 }));
});

const open = (token = TOKEN) => renderScreen(<SetPasswordPage token={token} />);
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

  it.each([
    ['used', 410, 'This link has already been used.'],
    ['unknown', 404, 'This link is not valid.'],
  ])('says in the words of the API when the link is %s', async (_case, status, detail) => {
    api.on(LINK_CALL, () => ({ status, body: { detail } }));
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
    expect(screen.queryByRole('button')).toBeNull();
    expect(api.calls).toHaveLength(1);
  });

  it('says so itself where the link is no link, without a call', async () => {
    await open('');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This link is not valid\./);
    expect(api.calls).toHaveLength(0);
  });

  it('offers to try again when the server does not answer', async () => {
    api.on(LINK_CALL, () => ({ status: 503, body: { detail: 'Starting' } }));
    const { user } = await open();
    expect(await screen.findByText('Error loading link: Starting')).toBeVisible();
    api.on(LINK_CALL, () => ({ body: { email: 'root@example.ch' } }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('New Password')).toBeVisible();
  });
});
