import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { dialog, field, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA } from './user-fixtures';

const PUT_CALL = 'PUT /admin/users/3';
const REMOVE_CALL = 'DELETE /admin/user-condo-associations/51';

beforeEach(() => {
  api.serve({ '/admin/users/3': ANNA }).on(PUT_CALL, () => ({ body: {} }));
});

async function open() {
  const opened = await renderScreen(<UserEditPage userId={3} />, '/users/3/edit');
  await screen.findByLabelText('First Name');
  return opened;
}

it('shows the e-mail read-only and sends the names', async () => {
  const { press, retype } = await open();
  expect(field('Email')).toHaveValue('anna@example.ch');
  expect(field('Email')).toHaveAttribute('readonly');
  await retype('First Name', ' Annina ');
  await press('Save Changes');
  expect(await screen.findByText('At /users/3')).toBeVisible();
  expect(api.sent(PUT_CALL)).toEqual([{ first_name: 'Annina', last_name: 'Meier' }]);
});

it('sends a phone number where there is one', async () => {
  const { user, press } = await open();
  await user.type(field('Phone'), ' 044 1 ');
  await press('Save Changes');
  expect(await screen.findByText('At /users/3')).toBeVisible();
  const names = { first_name: 'Anna', last_name: 'Meier' };
  expect(api.sent(PUT_CALL)).toEqual([{ ...names, phone: '044 1' }]);
});

it('keeps what was typed when saving fails, and shows the error at the field', async () => {
  api.reject(PUT_CALL, 422, 'Too strange', 'last_name');
  const { user, press } = await open();
  await user.type(field('Last Name'), '!');
  await press('Save Changes');
  expect(await screen.findByText('Failed to update user: Too strange')).toBeVisible();
  expect(field('Last Name')).toHaveValue('Meier!');
  expect(field('Last Name')).toHaveAccessibleDescription('Too strange');
  await waitFor(() => expect(field('Last Name')).toHaveFocus());
});

it('discards on Cancel without asking', async () => {
  const { user, press } = await open();
  await user.type(field('Last Name'), 'er');
  await press('Cancel');
  expect(await screen.findByText('At /users/3')).toBeVisible();
});

it('goes back on Cancel to where it came from', async () => {
  const { user, press, router } = await open();
  await router.navigate({ to: '/users' });
  await router.navigate({ href: '/users/3/edit' });
  await user.type(await screen.findByLabelText('Last Name'), 'er');
  await press('Cancel');
  expect(await screen.findByText('At /users')).toBeVisible();
});

/** Confirms the removal of Anna's first association. */
async function remove(): Promise<void> {
  const { user, answer } = await open();
  const row = screen.getByRole('row', { name: /Seestrasse 7/ });
  await user.click(within(row).getByRole('button', { name: 'Delete' }));
  expect(await dialog('Remove Association')).toHaveAccessibleDescription(
    /^Are you sure you want to remove this association\? ?Seestrasse 7, 1A$/,
  );
  await answer('Remove Association', 'Remove');
}

describe('associations of a user', () => {
  it.each([
    ['after the stated question', { body: {} }, 'Association deleted'],
    [
      'when somebody else has removed them',
      { status: 404, body: { detail: 'Association not found' } },
      'Failed to delete association',
    ],
  ])('go %s', async (_when, answer, text) => {
    api.on(REMOVE_CALL, () => {
      const [, ...others] = ANNA.condo_associations;
      api.serve({ '/admin/users/3': { ...ANNA, condo_associations: others } });
      return answer;
    });
    await remove();
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Seestrasse 7')).toBeNull());
    expect(api.made(REMOVE_CALL)).toHaveLength(1);
    expect(field('First Name')).toHaveValue('Anna');
  });

  it('stay when the call fails', async () => {
    api.reject(REMOVE_CALL, 500, 'Never mind');
    await remove();
    expect(await screen.findByText('Failed to delete association')).toBeVisible();
    expect(screen.getByText('Seestrasse 7')).toBeVisible();
    expect(api.made(REMOVE_CALL)).toHaveLength(1);
  });
});
