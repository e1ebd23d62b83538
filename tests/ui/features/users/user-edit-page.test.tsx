import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { UserEditPage } from '~/features/users/user-edit-page';
import { api } from '../../../support/stub-transport';
import { renderScreen } from '../../../support/render-screen';
import { ANNA } from './user-fixtures';

const GET_CALL = 'GET /admin/users/3';
const PUT_CALL = 'PUT /admin/users/3';
const REMOVE_CALL = 'DELETE /admin/user-condo-associations/51';

beforeEach(() => {
  api.on(GET_CALL, () => ({ body: ANNA })).on(PUT_CALL, () => ({ body: {} }));
});

async function open() {
  const opened = await renderScreen(<UserEditPage userId={3} />, { path: '/users/3/edit' });
  await screen.findByLabelText('First Name');
  return opened;
}

const button = (name: string) => screen.getByRole('button', { name });

describe('user edit', () => {
  it('shows the e-mail read-only and sends the names', async () => {
    const { user } = await open();
    const email = screen.getByLabelText('Email');
    expect(email).toHaveValue('anna@example.ch');
    expect(email).toHaveAttribute('readonly');
    const first = screen.getByLabelText('First Name');
    await user.clear(first);
    await user.type(first, ' Annina ');
    await user.click(button('Save Changes'));
    expect(await screen.findByText('At /users/3')).toBeVisible();
    expect(api.made(PUT_CALL)[0]?.json).toEqual({ first_name: 'Annina', last_name: 'Meier' });
  });

  it('keeps what was typed when saving fails, and shows the error at the field', async () => {
    api.on(PUT_CALL, () => ({
      status: 422,
      body: {
        detail: 'last_name: Too strange',
        errors: [{ field: 'last_name', message: 'Too strange' }],
      },
    }));
    const { user } = await open();
    await user.type(screen.getByLabelText('Last Name'), '!');
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Failed to update user: last_name: Too strange')).toBeVisible();
    expect(screen.getByLabelText('Last Name')).toHaveValue('Meier!');
    expect(screen.getByLabelText('Last Name')).toHaveAccessibleDescription('Too strange');
    await waitFor(() => expect(screen.getByLabelText('Last Name')).toHaveFocus());
  });

  it('discards on Cancel without asking', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Last Name'), 'er');
    await user.click(button('Cancel'));
    expect(await screen.findByText('At /users/3')).toBeVisible();
  });

  it('goes back on Cancel to where it came from', async () => {
    const { user, router } = await open();
    await router.navigate({ to: '/users' });
    await router.navigate({ href: '/users/3/edit' });
    await user.type(await screen.findByLabelText('Last Name'), 'er');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('At /users')).toBeVisible();
  });
});

async function ask() {
  const opened = await open();
  const row = screen.getByRole('row', { name: /Seestrasse 7/ });
  await opened.user.click(within(row).getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog');
  return { ...opened, dialog };
}

describe('associations of a user', () => {
  it('are removed after the stated question', async () => {
    api.on(REMOVE_CALL, () => ({ body: {} }));
    const { user, dialog } = await ask();
    expect(
      within(dialog).getByText('Are you sure you want to remove this association?'),
    ).toBeVisible();
    expect(within(dialog).getByText('Seestrasse 7, 1A')).toBeVisible();
    api.on(GET_CALL, () => ({
      body: { ...ANNA, condo_associations: ANNA.condo_associations.slice(1) },
    }));
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Association deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Seestrasse 7')).toBeNull());
    expect(api.made(REMOVE_CALL)).toHaveLength(1);
    expect(screen.getByLabelText('First Name')).toHaveValue('Anna');
  });

  it('go when somebody else has removed them', async () => {
    api.on(REMOVE_CALL, () => ({ status: 404, body: { detail: 'Association not found' } }));
    const { user, dialog } = await ask();
    api.on(GET_CALL, () => ({
      body: { ...ANNA, condo_associations: ANNA.condo_associations.slice(1) },
    }));
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Failed to delete association')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Seestrasse 7')).toBeNull());
  });

  it('stay when the call fails', async () => {
    api.on(REMOVE_CALL, () => ({ status: 500, body: { detail: 'Never mind' } }));
    const { user, dialog } = await ask();
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Failed to delete association')).toBeVisible();
    expect(screen.getByText('Seestrasse 7')).toBeVisible();
    expect(api.made(REMOVE_CALL)).toHaveLength(1);
  });
});
