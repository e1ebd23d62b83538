import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { api } from '../../../support/stub-transport';
import { ANNA, LUCA, userPage } from './user-fixtures';
import { answerWithPeople, LIST_CALL, openUsers, row } from './users-screen';

const DELETE_CALL = 'DELETE /admin/users/3';
const QUESTION =
  'Are you sure you want to delete this user? This action will deactivate the user account and remove all their building associations. This action cannot be undone.';

beforeEach(answerWithPeople);

async function ask() {
  const opened = await openUsers();
  const trigger = within(await row('Anna Meier')).getByRole('button', { name: 'Delete' });
  await opened.user.click(trigger);
  const dialog = await screen.findByRole('dialog', { name: 'Delete User' });
  return { ...opened, dialog };
}

it('asks with the specified text and changes nothing on Cancel', async () => {
  const { user, dialog } = await ask();
  expect(within(dialog).getByText(QUESTION)).toBeVisible();
  expect(within(dialog).getByText('Anna Meier, anna@example.ch')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.made(DELETE_CALL)).toHaveLength(0);
});

it('makes the call and reads the list again', async () => {
  api.on(DELETE_CALL, () => ({ body: {} }));
  const { user, dialog } = await ask();
  api.on(LIST_CALL, () => userPage([{ ...ANNA, is_active: false, condo_associations: [] }, LUCA]));
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('User deleted')).toBeVisible();
  await waitFor(() =>
    expect(within(screen.getByRole('row', { name: /Anna/ })).getByText('Inactive')).toBeVisible(),
  );
  expect(api.made(DELETE_CALL)).toHaveLength(1);
  // The buttons are disabled, the name is not.
  await waitFor(() => expect(screen.getByRole('link', { name: /Anna/ })).toHaveFocus());
});

it('says when it failed, and why', async () => {
  api.on(DELETE_CALL, () => ({ status: 400, body: { detail: 'The last administrator' } }));
  const { user, dialog } = await ask();
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  const failure = await screen.findByRole('dialog', { name: 'Delete Failed' });
  expect(within(failure).getByText('Failed to delete user.')).toBeVisible();
  expect(within(failure).getByText('The last administrator')).toBeVisible();
  await user.click(within(failure).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
