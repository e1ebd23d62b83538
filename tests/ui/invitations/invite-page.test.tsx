import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { InvitePage } from '~/invitations/screens/invite-page';
import { backFromInvite, inviteSearch } from '~/invitations/search';
import {
  button,
  dialog,
  field,
  hrefOf,
  noDialog,
  renderScreen,
  textsOf,
} from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const SEND_CALL = 'POST /admin/invite-user';
const APARTMENTS_CALL = 'GET /admin/apartments';
const SENT = { email: 'neu@example.ch', language: 'en' };
const APARTMENT_REQUIRED = 'Apartment selection is required for this role';

beforeEach(() => {
  const seestrasse = { id: 7, name: 'Seestrasse 7' };
  const apartments = [
    { id: 31, condo_id: 7, apartment_number: '1A', floor_number: 2 },
    { id: 32, condo_id: 7, apartment_number: '1B', floor_number: null },
    { id: 41, condo_id: 8, apartment_number: '9', floor_number: 1 },
  ];
  api
    .serve({ '/admin/condos': [seestrasse, { id: 8, name: 'Höfli 8' }] })
    .on(APARTMENTS_CALL, ({ query }) => ({
      body: apartments.filter(({ condo_id }) => String(condo_id) === query.condo_id),
    }))
    .on(SEND_CALL, () => ({ body: {} }));
});

async function open() {
  const opened = await renderScreen(<InvitePage />, '/users/invite');
  const { user, press } = opened;
  const choose = async (label: string, option: string) => {
    await user.click(combobox(label));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { ...opened, choose, send: () => press('Send Invitation') };
}

/** Opens the form and types an e-mail address. */
async function openTyped() {
  const opened = await open();
  await opened.user.type(field('Email Address'), 'neu@example.ch');
  return opened;
}

const combobox = (name: string) => screen.getByRole('combobox', { name });

it('begins with the e-mail address, building, apartment and role of its address', async () => {
  const chosen = {
    user_id: null,
    email: 'ada@example.com',
    condo_id: 7,
    apartment_id: 31,
    role: 'owner',
  } as const;
  await renderScreen(<InvitePage chosen={chosen} />, '/users/invite');
  expect(field('Email Address')).toHaveValue('ada@example.com');
  expect(field('User Role')).toHaveValue('owner');
  await waitFor(() => expect(combobox('Building')).toHaveValue('Seestrasse 7'));
  await waitFor(() => expect(combobox('Apartment')).toHaveValue('Unit 1A (Floor 2)'));
});

it('offers the three roles, renter first chosen, and no apartment without a building', async () => {
  await open();
  const role = field('User Role');
  expect(role).toHaveValue('renter');
  const roles = textsOf(within(role).getAllByRole('option'));
  expect(roles).toEqual(['Building Manager', 'Owner', 'Renter']);
  expect(screen.queryByRole('combobox', { name: 'Apartment' })).toBeNull();
  expect(api.made(APARTMENTS_CALL)).toHaveLength(0);
});

it('sends ids as integers, says so, and goes to the users', async () => {
  const { user, choose, send, answer, router } = await openTyped();
  await choose('Building', 'Seestrasse 7');
  await user.click(combobox('Apartment'));
  const apartment = await screen.findByRole('option', { name: 'Unit 1A (Floor 2)' });
  const options = textsOf(within(screen.getByRole('listbox')).getAllByRole('option'));
  expect(options.map((text) => text?.trim())).toEqual([
    'No specific apartment',
    'Unit 1A (Floor 2)',
    'Unit 1B',
  ]);
  await user.click(apartment);
  await send();
  expect(await screen.findByText('Invitation sent successfully!')).toBeVisible();
  expect(api.sent(SEND_CALL)).toEqual([{ ...SENT, role: 'renter', condo_id: 7, apartment_id: 31 }]);
  expect(router.state.location.pathname).toBe('/users/invite');
  await answer('Success', 'OK');
  expect(await screen.findByText('At /users')).toBeVisible();
});

it('empty fields are named, and the first gets the focus', async () => {
  const { send } = await open();
  await send();
  expect(await screen.findByText('Invalid email address')).toBeVisible();
  expect(screen.getByText('Building selection is required')).toBeVisible();
  await waitFor(() => expect(field('Email Address')).toHaveFocus());
  expect(api.made(SEND_CALL)).toHaveLength(0);
});

it.each(['renter', 'owner'])('wants an apartment for a %s', async (role) => {
  const { user, choose, send } = await openTyped();
  await user.selectOptions(field('User Role'), role);
  await choose('Building', 'Seestrasse 7');
  await choose('Apartment', 'No specific apartment');
  await send();
  expect(await screen.findByText(APARTMENT_REQUIRED)).toBeVisible();
  expect(api.made(SEND_CALL)).toHaveLength(0);
  await user.selectOptions(field('User Role'), 'building_manager');
  await waitFor(() => expect(screen.queryByText(APARTMENT_REQUIRED)).toBeNull());
});

it.each([
  ['none was asked for', [], ''],
  ['no specific one was chosen', [['Apartment', 'No specific apartment']], 'No specific apartment'],
  [
    'one of another building was chosen before',
    [
      ['Building', 'Seestrasse 7'],
      ['Apartment', 'Unit 1A (Floor 2)'],
      ['Building', 'Höfli 8'],
    ],
    '',
  ],
] as const)('sends none for a building manager where %s', async (_where, choices, shown) => {
  const { user, choose, send } = await openTyped();
  await user.selectOptions(field('User Role'), 'building_manager');
  await choose('Building', 'Höfli 8');
  for (const [label, option] of choices) await choose(label, option);
  expect(combobox('Apartment')).toHaveValue(shown);
  await send();
  await screen.findByText('Invitation sent successfully!');
  expect(api.sent(SEND_CALL)).toEqual([{ ...SENT, role: 'building_manager', condo_id: 8 }]);
});

it('keeps the page and what was typed when it fails', async () => {
  api.reject(SEND_CALL, 409, 'Already invited');
  const { choose, send, acknowledge } = await openTyped();
  await choose('Building', 'Seestrasse 7');
  await choose('Apartment', 'Unit 1B');
  await send();
  await acknowledge('Error', 'Failed to send invitation: Already invited');
  expect(field('Email Address')).toHaveValue('neu@example.ch');
  expect(combobox('Apartment')).toHaveValue('Unit 1B');
  expect(button('Send Invitation')).toBeEnabled();
});

it('invites another one in the same building and role, by the keyboard', async () => {
  const { user, choose, send, router } = await openTyped();
  await user.selectOptions(field('User Role'), 'building_manager');
  await choose('Building', 'Seestrasse 7');
  await choose('Apartment', 'Unit 1A (Floor 2)');
  await send();
  const success = within(await dialog('Success'));
  expect(success.getByRole('button', { name: 'OK' })).toHaveFocus();
  await user.tab({ shift: true });
  expect(success.getByRole('button', { name: 'Invite another' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await noDialog();
  expect(router.state.location.pathname).toBe('/users/invite');
  await waitFor(() => expect(field('Email Address')).toHaveFocus());
  expect(field('Email Address')).toHaveValue('');
  expect(field('User Role')).toHaveValue('building_manager');
  await waitFor(() => expect(combobox('Building')).toHaveValue('Seestrasse 7'));
  expect(combobox('Apartment')).toHaveValue('');
  await user.keyboard('next@example.ch{Enter}');
  await dialog('Success');
  expect(api.sent(SEND_CALL)[1]).toEqual({
    email: 'next@example.ch',
    language: 'en',
    role: 'building_manager',
    condo_id: 7,
  });
});

it('the form that invites a person to an account offers no further invitations', async () => {
  api.serve({ '/admin/users/5': { id: 5, email: 'ada@example.com' } });
  const chosen = {
    user_id: 5,
    email: 'ada@example.com',
    condo_id: 7,
    apartment_id: 31,
    role: 'owner',
  } as const;
  const { press } = await renderScreen(
    <InvitePage chosen={chosen} renderRows={() => null} />,
    '/users/invite',
  );
  expect(screen.queryByRole('button', { name: 'Invite several' })).toBeNull();
  await press('Send Invitation');
  await dialog('Success');
  expect(screen.queryByRole('button', { name: 'Invite another' })).toBeNull();
});

async function openAt(search: object) {
  const opened = await renderScreen((raw) => {
    const chosen = inviteSearch.read(raw);
    return <InvitePage chosen={chosen} back={backFromInvite(chosen)} />;
  }, '/users/invite');
  await opened.router.navigate({ to: '/users/invite', search });
  await waitFor(() => expect(combobox('Building')).toHaveValue('Seestrasse 7'));
  return opened;
}

/** Sends the invitation of a manager. */
async function sendAt(search: object) {
  const opened = await openAt(search);
  await opened.user.type(field('Email Address'), 'neu@example.ch');
  await opened.user.selectOptions(field('User Role'), 'building_manager');
  await opened.press('Send Invitation');
  await dialog('Success');
  return opened;
}

describe('from a building', () => {
  it('OK leads back to it, with a toast whose Undo takes the invitation back', async () => {
    api
      .on(SEND_CALL, () => ({ status: 201, body: { id: 61 } }))
      .on('DELETE /admin/invitations/61', () => ({ status: 204 }));
    const { press, answer } = await sendAt({ condo_id: 7, from: 'condo' });
    await answer('Success', 'OK');
    expect(await screen.findByText('At /condos/7')).toBeVisible();
    expect(await screen.findByText('Invitation sent successfully!')).toBeVisible();
    await press('Undo');
    expect(await screen.findByText('Invitation deleted')).toBeVisible();
    expect(api.made('DELETE /admin/invitations/61')).toHaveLength(1);
  });

  it('also after another one, for another building; without an id there is no Undo', async () => {
    const { user, press, answer } = await sendAt({ condo_id: 7, from: 'condo' });
    await press('Invite another');
    await noDialog();
    await user.click(combobox('Building'));
    await user.click(await screen.findByRole('option', { name: 'Höfli 8' }));
    await user.type(field('Email Address'), 'next@example.ch');
    await press('Send Invitation');
    await answer('Success', 'OK');
    expect(await screen.findByText('At /condos/7')).toBeVisible();
    expect(await screen.findByText('Invitation sent successfully!')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says so where the Undo fails', async () => {
    api
      .on(SEND_CALL, () => ({ status: 201, body: { id: 61 } }))
      .on('DELETE /admin/invitations/61', () => ({ status: 409, body: { detail: 'Accepted' } }));
    const { press, answer } = await sendAt({ condo_id: 7, from: 'condo' });
    await answer('Success', 'OK');
    await press('Undo');
    expect(await screen.findByText('Accepted')).toBeVisible();
  });

  it('has the way back above the form, too', async () => {
    await openAt({ condo_id: 7, from: 'condo' });
    expect(await hrefOf('Back')).toBe('/condos/7');
  });

  it.each(['//other.example', 'https://other.example/', 'users', '', undefined])(
    'leads to no other address: %j',
    async (from) => {
      const { answer } = await sendAt({ condo_id: 7, from });
      await answer('Success', 'OK');
      expect(await screen.findByText('At /users')).toBeVisible();
      expect(screen.queryByText('Invitation sent successfully!')).toBeNull();
    },
  );

  it.each(['//other.example', '0', '7/../../users', ['7', '8']])(
    'needs the id of a building: %j',
    (condo_id) => {
      expect(backFromInvite(inviteSearch.read({ condo_id, from: 'condo' }))).toBeNull();
    },
  );
});
