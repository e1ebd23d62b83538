import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { AcceptPage } from '~/features/acceptance/accept-page';
import { api } from '../../../support/stub-transport';
import {
  PROVIDER_URL,
  stubProviderWindow,
  unstubProviderWindow,
} from '../../../support/provider-window';
import { renderScreen } from '../../../support/render-screen';

const PREVIEW_CALL = 'GET /invitations/accept';
const ACCEPT_CALL = 'POST /invitations/accept';
const TOKEN = 'abcdefghijklmnopqrstuvwxyz';
const PREVIEW = {
  email: 'neu@example.ch',
  role: 'building_manager',
  condo_name: 'Seestrasse 7',
  apartment_number: '1A',
  has_account: false,
};

beforeEach(() => {
  api
    .on(PREVIEW_CALL, () => ({ body: PREVIEW }))
    .on(ACCEPT_CALL, () => ({ status: 200, body: {} }));
});

const open = () => renderScreen(<AcceptPage token={TOKEN} />);
const accept = () => screen.getByRole('button', { name: 'Accept Invitation' });

describe('accepting an invitation', () => {
  it('shows what it is for and takes names and a password', async () => {
    const { user } = await open();
    expect(await screen.findByText('Seestrasse 7')).toBeVisible();
    expect(screen.getByText('1A')).toBeVisible();
    expect(screen.getByText('Building Manager')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('neu@example.ch');
    await user.type(screen.getByLabelText('First Name'), 'Nina');
    await user.type(screen.getByLabelText('Last Name'), 'Neu');
    await user.type(screen.getByLabelText('Password'), 'ein langer satz');
    await user.click(accept());
    expect(await screen.findByText(/^Invitation accepted\./)).toBeVisible();
    expect(api.made(PREVIEW_CALL)[0]?.query).toEqual({ token: TOKEN });
    expect(api.made(ACCEPT_CALL)[0]?.json).toEqual({
      token: TOKEN,
      first_name: 'Nina',
      last_name: 'Neu',
      password: 'ein langer satz',
    });
  });

  it('says what is missing', async () => {
    const { user } = await open();
    await user.type(await screen.findByLabelText('Password'), 'short');
    await user.click(accept());
    expect(await screen.findByText('First name is required')).toBeVisible();
    expect(screen.getByText('Last name is required')).toBeVisible();
    expect(screen.getByText('Password must be at least 12 characters')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('First Name')).toHaveFocus());
    expect(api.made(ACCEPT_CALL)).toHaveLength(0);
  });

  it('asks a person with an account for the password alone', async () => {
    api.on(PREVIEW_CALL, () => ({ body: { ...PREVIEW, has_account: true } }));
    const { user } = await open();
    await user.type(await screen.findByLabelText('Password'), 'mine');
    expect(screen.queryByLabelText('First Name')).toBeNull();
    await user.click(accept());
    expect(await screen.findByText(/^Invitation accepted\./)).toBeVisible();
    expect(api.made(ACCEPT_CALL)[0]?.json).toEqual({ token: TOKEN, password: 'mine' });
  });

  it('shows a rejected password at its field, and other errors above the button', async () => {
    api.on(ACCEPT_CALL, () => ({
      status: 422,
      body: { detail: 'password: Wrong', errors: [{ field: 'password', message: 'Wrong' }] },
    }));
    api.on(PREVIEW_CALL, () => ({ body: { ...PREVIEW, has_account: true } }));
    const { user } = await open();
    await user.type(await screen.findByLabelText('Password'), 'mine');
    await user.click(accept());
    await waitFor(() =>
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Wrong'),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    api.on(ACCEPT_CALL, () => ({ status: 410, body: { detail: 'This link has expired.' } }));
    await user.click(accept());
    expect(await screen.findByRole('alert')).toHaveTextContent('This link has expired.');
    expect(screen.getByLabelText('Password')).toHaveValue('mine');
  });

  it("accepts an administrator's invitation by the provider, and offers that for no other", async () => {
    stubProviderWindow('c'.repeat(43));
    api.on('POST /invitations/accept/start', () => ({ body: { url: PROVIDER_URL } }));
    const { user } = await open();
    await screen.findByText('Seestrasse 7');
    expect(screen.queryByRole('button', { name: 'Accept with Example AG' })).toBeNull();
    cleanup();
    api.on(PREVIEW_CALL, () => ({ body: { ...PREVIEW, role: 'super_admin', condo_name: null } }));
    await open();
    await user.click(await screen.findByRole('button', { name: 'Accept with Example AG' }));
    expect(await screen.findByText(/You are now an administrator/)).toBeVisible();
    expect(JSON.stringify(api.made(ACCEPT_CALL)[0]?.json)).toMatch(
      /^\{"provider":\{"code":"c{43}","browser":"[\da-f]{64}"\},"token":"[a-z]{26}"\}$/,
    );
    unstubProviderWindow();
  });

  it('asks an account without a password for the provider alone', async () => {
    stubProviderWindow('');
    const alone = { ...PREVIEW, has_account: true, by_provider_alone: true };
    api.on(PREVIEW_CALL, () => ({ body: alone }));
    await open();
    expect(await screen.findByRole('button', { name: 'Accept with Example AG' })).toBeVisible();
    expect(screen.getByText('You already have an account. Sign in to it to accept:')).toBeVisible();
    expect(screen.queryByLabelText('Password')).toBeNull();
    unstubProviderWindow();
  });
});
