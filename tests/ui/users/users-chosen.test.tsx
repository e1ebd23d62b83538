import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../support/stub-transport';
import { aUser } from '../../support/builders';
import { dialog } from '../../support/on-screen';
import { ANNA, IDLE, LUCA, userPage } from './user-fixtures';
import { answerWithPeople, LIST_CALL, openUsers, row } from './users-screen';

const MORE = aUser({ id: 9, first_name: 'Mona', email: 'mona@example.ch' });

beforeEach(() => {
  answerWithPeople();
  api.on(LIST_CALL, ({ query }) =>
    query.page === '2' ? userPage([MORE], 2, 2) : userPage([ANNA, LUCA, IDLE], 1, 2),
  );
});

const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });
const inBar = async (name: string) =>
  within(await screen.findByRole('region', { name: 'Selection' })).getByRole('button', { name });

/** Chooses two people, one on each page. */
async function chooseTwo() {
  const opened = await openUsers();
  await row('Anna Meier');
  await opened.user.click(await box('Anna Meier'));
  await opened.press('Next');
  await opened.user.click(await box('Mona Meier'));
  return opened;
}

it('people can be chosen on several pages, but no inactive one', async () => {
  await chooseTwo();
  expect(await screen.findByText('2 selected')).toBeVisible();
  expect(screen.getByText(', 1 not shown')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'Select Ida Alt' })).toBeNull();
});

it('are deleted by one question and brought back by one Undo', async () => {
  const { user, answer, press } = await chooseTwo();
  for (const { id } of [ANNA, MORE]) api.on(`DELETE /admin/users/${id}`, () => ({ status: 204 }));
  api.on('POST /admin/history/restore', () => ({ body: { restored: 1 } }));
  await user.click(await inBar('Delete selected'));
  expect(await dialog('Delete 2 users')).toHaveTextContent(
    'Are you sure you want to delete 2 users? This action will deactivate their accounts and remove all their building associations.',
  );
  await answer('Delete 2 users', 'Delete');
  expect(await screen.findByText('2 users deleted')).toBeVisible();
  await press('Undo');
  await waitFor(() =>
    expect(api.sent('POST /admin/history/restore')).toEqual([
      { kind: 'user', id: 3 },
      { kind: 'user', id: 9 },
    ]),
  );
});

it('names those that the API keeps, with its reason', async () => {
  const { user, answer } = await chooseTwo();
  api
    .on('DELETE /admin/users/9', () => ({ status: 204 }))
    .reject('DELETE /admin/users/3', 400, 'You cannot delete your own account.');
  await user.click(await inBar('Delete selected'));
  await answer('Delete 2 users', 'Delete');
  const failed = await screen.findByRole('list', { name: 'Not done' });
  expect(failed).toHaveTextContent('Anna MeierYou cannot delete your own account.');
  expect(await screen.findByText('1 of 2 users deleted.')).toBeVisible();
});

it('copies their e-mail addresses', async () => {
  const { user } = await chooseTwo();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await inBar('Copy e-mail addresses'));
  expect(await screen.findByText('2 e-mail addresses copied')).toBeVisible();
  expect(write).toHaveBeenLastCalledWith('anna@example.ch, mona@example.ch');
});
