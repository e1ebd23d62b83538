import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AcceptPage } from '~/invitations/screens/accept-page';
import { field, renderScreen } from '../../support/on-screen';
import { PROVIDER_URL, stubProviderWindow } from '../../support/provider-window';
import { api } from '../../support/stub-transport';

const PREVIEW_CALL = 'GET /invitations/accept';
const ACCEPT_CALL = 'POST /invitations/accept';
const TOKEN = 'abcdefghijklmnopqrstuvwxyz';

beforeEach(() => {
  api.on(ACCEPT_CALL, () => ({ status: 200, body: {} }));
});

/** Opens the page of an invitation, up to what it is for. */
async function open(invitation: object = {}) {
  api.serve({
    '/invitations/accept': {
      email: 'neu@example.ch',
      role: 'building_manager',
      condo_name: 'Seestrasse 7',
      apartment_number: '1A',
      has_account: false,
      ...invitation,
    },
  });
  const opened = await renderScreen(<AcceptPage token={TOKEN} />);
  await screen.findAllByRole('button', { name: /^Accept/ });
  return { ...opened, accept: () => opened.press('Accept Invitation') };
}

it('shows what it is for and takes names and a password', async () => {
  const { user, accept } = await open();
  expect(screen.getByText('Seestrasse 7')).toBeVisible();
  expect(screen.getByText('1A')).toBeVisible();
  expect(screen.getByText('Building Manager')).toBeVisible();
  expect(field('Email')).toHaveValue('neu@example.ch');
  await user.type(field('First Name'), 'Nina');
  await user.type(field('Last Name'), 'Neu');
  await user.type(field('Password'), 'ein langer satz');
  await accept();
  expect(await screen.findByText(/^Invitation accepted\./)).toBeVisible();
  expect(api.queries(PREVIEW_CALL)[0]).toEqual({ token: TOKEN });
  const names = { first_name: 'Nina', last_name: 'Neu' };
  expect(api.sent(ACCEPT_CALL)).toEqual([{ token: TOKEN, ...names, password: 'ein langer satz' }]);
});

it('empty fields are named', async () => {
  const { user, accept } = await open();
  await user.type(field('Password'), 'short');
  await accept();
  expect(await screen.findByText('First name is required')).toBeVisible();
  expect(screen.getByText('Last name is required')).toBeVisible();
  expect(screen.getByText('Password must be at least 12 characters')).toBeVisible();
  await waitFor(() => expect(field('First Name')).toHaveFocus());
  expect(api.made(ACCEPT_CALL)).toHaveLength(0);
});

it('asks a person with an account for the password alone', async () => {
  const { user, accept } = await open({ has_account: true });
  await user.type(field('Password'), 'mine');
  expect(screen.queryByLabelText('First Name')).toBeNull();
  await accept();
  expect(await screen.findByText(/^Invitation accepted\./)).toBeVisible();
  expect(api.sent(ACCEPT_CALL)).toEqual([{ token: TOKEN, password: 'mine' }]);
});

it("accepts an administrator's invitation by the provider, and offers that for no other", async () => {
  stubProviderWindow('c'.repeat(43));
  api.on(`${ACCEPT_CALL}/start`, () => ({ body: { url: PROVIDER_URL } }));
  await open();
  expect(screen.queryByRole('button', { name: 'Accept with Example AG' })).toBeNull();
  cleanup();
  const { press } = await open({ role: 'super_admin', condo_name: null });
  await press('Accept with Example AG');
  expect(await screen.findByText(/You are now an administrator/)).toBeVisible();
  const browser: unknown = expect.stringMatching(/^[\da-f]{64}$/);
  expect(api.sent(ACCEPT_CALL)).toEqual([
    { provider: { code: 'c'.repeat(43), browser }, token: TOKEN },
  ]);
});

it('asks an account without a password for the provider alone', async () => {
  stubProviderWindow('');
  await open({ has_account: true, by_provider_alone: true });
  expect(await screen.findByRole('button', { name: 'Accept with Example AG' })).toBeVisible();
  expect(screen.getByText('You already have an account. Sign in to it to accept:')).toBeVisible();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

const CODE_CALL = 'POST /invitations/accept/code';

it('takes the code of a letter without a link, and leads to the page of a link', async () => {
  api.on(CODE_CALL, () => ({ body: { token: TOKEN } }));
  const { user, press, router } = await renderScreen(<AcceptPage token="" />);
  await press('Continue');
  expect(await screen.findByText('Code is required')).toBeVisible();
  await user.type(field('Code from your letter'), 'abc');
  await press('Continue');
  expect(await screen.findByText('The code has 10 letters and digits')).toBeVisible();
  expect(api.made(CODE_CALL)).toHaveLength(0);
  await user.type(field('Code from your letter'), 'de fghjk');
  await press('Continue');
  expect(await screen.findByText('At /invitations/accept')).toBeVisible();
  expect(router.state.location.search).toEqual({ token: TOKEN });
  expect(api.sent(CODE_CALL)).toEqual([{ code: 'abcde fghjk' }]);
});

it.each([
  [404, 'This code is not valid. Please compare it with your letter.'],
  [410, 'The code of this letter has expired. Please ask for a new invitation.'],
  [429, 'Too many wrong codes. Try again in 15 minutes.'],
])('says what is wrong with a code, and takes another one (%i)', async (status, detail) => {
  api.reject(CODE_CALL, status, detail);
  const { user, press, retype } = await renderScreen(<AcceptPage token="" />);
  await user.type(field('Code from your letter'), 'ABCDE-FGHJK');
  await press('Continue');
  expect(await screen.findByText(detail)).toBeVisible();
  api.on(CODE_CALL, () => ({ body: { token: TOKEN } }));
  await retype('Code from your letter', 'ABCDE-FGHJM');
  await press('Continue');
  expect(await screen.findByText('At /invitations/accept')).toBeVisible();
});

it('takes the code of a QR code by itself, and shows it where it is not valid', async () => {
  api.reject(CODE_CALL, 404, 'This code is not valid.');
  window.history.replaceState(null, '', '#code=ABCDEFGHJK');
  await renderScreen(<AcceptPage token="" />);
  expect(await screen.findByText('This code is not valid.')).toBeVisible();
  expect(field('Code from your letter')).toHaveValue('ABCDEFGHJK');
  expect(api.sent(CODE_CALL)).toEqual([{ code: 'ABCDEFGHJK' }]);
  window.history.replaceState(null, '', '/');
});

it('has no field for a code with an external API', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await renderScreen(<AcceptPage token="" />);
  expect(await screen.findByText(/^This link is not valid/)).toBeVisible();
  expect(screen.queryByLabelText('Code from your letter')).toBeNull();
});

it('asks a person without one for an e-mail address, which gets a link', async () => {
  const call = 'POST /invitations/accept/address';
  const taken = 'A person with this email address already exists.';
  api.on(call, () => ({ status: 409, body: { detail: taken } }));
  api.serve({
    '/invitations/accept': {
      email: '',
      role: 'owner',
      condo_name: 'Seestrasse 7',
      asks_address: true,
    },
  });
  const { user, press, retype } = await renderScreen(<AcceptPage token={TOKEN} />);
  await user.type(await screen.findByLabelText('Email Address'), 'taken@example.ch');
  await press('Send Link');
  expect(await screen.findByText(taken)).toBeVisible();
  api.on(call, () => ({ status: 204 }));
  await retype('Email Address', 'ada@example.ch');
  await press('Send Link');
  expect(await screen.findByText(/^We have sent a link to ada@example\.ch\./)).toBeVisible();
  expect(api.sent(call).at(-1)).toEqual({ token: TOKEN, email: 'ada@example.ch' });
});
