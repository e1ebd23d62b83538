import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { dialog } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
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
  return { ...opened, inDialog: within(await dialog('Delete User')) };
}

it('asks with the specified text, makes the call and reads the list again', async () => {
  api.on(DELETE_CALL, () => ({ body: {} }));
  const { answer, inDialog } = await ask();
  expect(inDialog.getByText(QUESTION)).toBeVisible();
  expect(inDialog.getByText('Anna Meier, anna@example.ch')).toBeVisible();
  api.on(LIST_CALL, () => userPage([{ ...ANNA, is_active: false, condo_associations: [] }, LUCA]));
  await answer('Delete User', 'Delete');
  expect(await screen.findByText('User deleted')).toBeVisible();
  await waitFor(async () => expect(within(await row('Anna')).getByText('Inactive')).toBeVisible());
  expect(api.made(DELETE_CALL)).toHaveLength(1);
  // The buttons are disabled, the name is not.
  await waitFor(() => expect(screen.getByRole('link', { name: /Anna/ })).toHaveFocus());
});

it('a failure is reported with its reason', async () => {
  api.reject(DELETE_CALL, 400, 'The last administrator');
  const { answer, acknowledge } = await ask();
  await answer('Delete User', 'Delete');
  expect(await screen.findByText('Failed to delete user.')).toBeVisible();
  await acknowledge('Delete Failed', 'The last administrator');
});
