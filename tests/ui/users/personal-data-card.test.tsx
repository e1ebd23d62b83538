import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { dialog, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA, IDLE } from './user-fixtures';

const ERASE_CALL = 'DELETE /admin/personal-data/5';
const ERASED = { ...IDLE, first_name: null, last_name: null, email: 'erased-5@erased.invalid' };

beforeEach(() => {
  api.serve({ '/admin/users/3': ANNA, '/admin/users/5': IDLE });
});

const open = (userId: number) => renderScreen(<UserDetailPage userId={userId} />);

it('erases an inactive person after a dialog, and the button is gone', async () => {
  api.accept(ERASE_CALL, { '/admin/users/5': ERASED });
  const { press, answer } = await open(5);
  await press('Erase this person');
  const question = await dialog('Erase this person');
  expect(question).toHaveTextContent('This action cannot be undone.');
  expect(question).toHaveTextContent('Ida Alt');
  await answer('Erase this person', 'Cancel');
  expect(api.made(ERASE_CALL)).toHaveLength(0);
  await press('Erase this person');
  await answer('Erase this person', 'Erase');
  await answer('Person Erased', 'OK');
  expect(await screen.findByText('This person was erased.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase this person' })).toBeNull();
  const button = await screen.findByRole('button', { name: "Export this person's data" });
  await waitFor(() => expect(button).toHaveFocus());
});

it('deletes an active person with the dialog of the list, and then offers to erase', async () => {
  api.accept('DELETE /admin/users/3', { '/admin/users/3': { ...ANNA, is_active: false } });
  const { press, answer } = await open(3);
  await press('Delete');
  await answer('Delete User', 'Delete');
  expect(await screen.findByText('User deleted')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Erase this person' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

it('says why someone could not be erased', async () => {
  const detail = 'Only an inactive person can be erased. Delete the user first.';
  api.reject(ERASE_CALL, 409, detail);
  const { press, answer } = await open(5);
  await press('Erase this person');
  await answer('Erase this person', 'Erase');
  expect(await dialog('Erasing Failed')).toHaveTextContent(detail);
});

it('exports what is known of anyone, and erases nobody who is active', async () => {
  api.serve({ '/admin/personal-data/3': { profile: { id: 3 } } });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { press } = await open(3);
  await press("Export this person's data");
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect(click.mock.contexts[0]).toHaveProperty('download', 'person-3.json');
  expect(screen.queryByRole('button', { name: 'Erase this person' })).toBeNull();
});

it('shows nothing of it where the API has no such calls', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await open(5);
  expect(await screen.findByText('No associations found.')).toBeVisible();
  expect(screen.queryByText('Personal Data')).toBeNull();
});
