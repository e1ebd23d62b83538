import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { InvitePage } from '~/features/invitations/invite-page';
import { api } from '../../../support/stub-transport';
import { renderScreen } from '../../../support/render-screen';

const SEND_CALL = 'POST /admin/invite-user';
const APARTMENTS_CALL = 'GET /admin/apartments';
const APARTMENT_REQUIRED = 'Apartment selection is required for this role';

beforeEach(() => {
  api
    .on('GET /admin/condos', () => ({
      body: [
        { id: 7, name: 'Seestrasse 7' },
        { id: 8, name: 'Höfli 8' },
      ],
    }))
    .on(APARTMENTS_CALL, ({ query }) => ({
      body:
        query.condo_id === '7'
          ? [
              { id: 31, condo_id: 7, apartment_number: '1A', floor_number: 2 },
              { id: 32, condo_id: 7, apartment_number: '1B', floor_number: null },
            ]
          : [{ id: 41, condo_id: 8, apartment_number: '9', floor_number: 1 }],
    }))
    .on(SEND_CALL, () => ({ body: {} }));
});

async function open() {
  const opened = await renderScreen(<InvitePage />, { path: '/users/invite' });
  const { user } = opened;
  return {
    ...opened,
    choose: async (label: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    },
    send: () => user.click(screen.getByRole('button', { name: 'Send Invitation' })),
  };
}

const email = () => screen.getByLabelText('Email Address');
const options = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent?.trim());

it('begins with the e-mail address, building, apartment and role of its address', async () => {
  const chosen = {
    email: 'ada@example.com',
    condo_id: 7,
    apartment_id: 31,
    role: 'owner',
  } as const;
  await renderScreen(<InvitePage chosen={chosen} />, { path: '/users/invite' });
  expect(email()).toHaveValue('ada@example.com');
  expect(screen.getByLabelText('User Role')).toHaveValue('owner');
  const building = screen.getByRole('combobox', { name: 'Building' });
  await waitFor(() => expect(building).toHaveValue('Seestrasse 7'));
  const apartment = await screen.findByRole('combobox', { name: 'Apartment' });
  await waitFor(() => expect(apartment).toHaveValue('Unit 1A (Floor 2)'));
});

describe('inviting a user', () => {
  it('offers the three roles, renter first chosen, and no apartment without a building', async () => {
    await open();
    const role = screen.getByLabelText('User Role');
    expect(role).toHaveValue('renter');
    expect(
      within(role)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Building Manager', 'Owner', 'Renter']);
    expect(screen.queryByRole('combobox', { name: 'Apartment' })).toBeNull();
    expect(api.made(APARTMENTS_CALL)).toHaveLength(0);
  });

  it('sends ids as integers, says so, and goes to the users', async () => {
    const { user, choose, send, router } = await open();
    await user.type(email(), 'neu@example.ch');
    await choose('Building', 'Seestrasse 7');
    await user.click(screen.getByRole('combobox', { name: 'Apartment' }));
    await screen.findByRole('option', { name: 'Unit 1A (Floor 2)' });
    expect(options()).toEqual(['No specific apartment', 'Unit 1A (Floor 2)', 'Unit 1B']);
    await user.click(screen.getByRole('option', { name: 'Unit 1A (Floor 2)' }));
    await send();
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Invitation sent successfully!')).toBeVisible();
    expect(api.made(SEND_CALL)[0]?.json).toEqual({
      email: 'neu@example.ch',
      role: 'renter',
      condo_id: 7,
      apartment_id: 31,
      language: 'en',
    });
    expect(router.state.location.pathname).toBe('/users/invite');
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(await screen.findByText('At /users')).toBeVisible();
  });

  it('says what is missing and goes to the first of it', async () => {
    const { send } = await open();
    await send();
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(screen.getByText('Building selection is required')).toBeVisible();
    await waitFor(() => expect(email()).toHaveFocus());
    expect(api.made(SEND_CALL)).toHaveLength(0);
  });

  it.each(['renter', 'owner'])('wants an apartment for a %s', async (role) => {
    const { user, choose, send } = await open();
    await user.type(email(), 'neu@example.ch');
    await user.selectOptions(screen.getByLabelText('User Role'), role);
    await choose('Building', 'Seestrasse 7');
    await choose('Apartment', 'No specific apartment');
    await send();
    expect(await screen.findByText(APARTMENT_REQUIRED)).toBeVisible();
    expect(api.made(SEND_CALL)).toHaveLength(0);
    await user.selectOptions(screen.getByLabelText('User Role'), 'building_manager');
    await waitFor(() => expect(screen.queryByText(APARTMENT_REQUIRED)).toBeNull());
  });

  it.each([true, false])('needs none for a building manager (answered: %s)', async (answered) => {
    const { user, choose, send } = await open();
    await user.type(email(), 'neu@example.ch');
    await user.selectOptions(screen.getByLabelText('User Role'), 'building_manager');
    await choose('Building', 'Höfli 8');
    if (answered) await choose('Apartment', 'No specific apartment');
    await send();
    await screen.findByText('Invitation sent successfully!');
    expect(api.made(SEND_CALL)[0]?.json).toEqual({
      email: 'neu@example.ch',
      role: 'building_manager',
      condo_id: 8,
      language: 'en',
    });
  });

  it('forgets the apartment when another building is chosen', async () => {
    const { user, choose, send } = await open();
    await user.type(email(), 'neu@example.ch');
    await user.selectOptions(screen.getByLabelText('User Role'), 'building_manager');
    await choose('Building', 'Seestrasse 7');
    await choose('Apartment', 'Unit 1A (Floor 2)');
    await choose('Building', 'Höfli 8');
    expect(screen.getByRole('combobox', { name: 'Apartment' })).toHaveValue('');
    await send();
    await screen.findByText('Invitation sent successfully!');
    expect(api.made(SEND_CALL)[0]?.json).toEqual({
      email: 'neu@example.ch',
      role: 'building_manager',
      condo_id: 8,
      language: 'en',
    });
  });

  it('keeps the page and what was typed when it fails', async () => {
    api.on(SEND_CALL, () => ({ status: 409, body: { detail: 'Already invited' } }));
    const { user, choose, send } = await open();
    await user.type(email(), 'neu@example.ch');
    await choose('Building', 'Seestrasse 7');
    await choose('Apartment', 'Unit 1B');
    await send();
    const dialog = await screen.findByRole('dialog', { name: 'Error' });
    expect(within(dialog).getByText('Failed to send invitation: Already invited')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(email()).toHaveValue('neu@example.ch');
    expect(screen.getByRole('combobox', { name: 'Apartment' })).toHaveValue('Unit 1B');
    expect(screen.getByRole('button', { name: 'Send Invitation' })).toBeEnabled();
  });
});
