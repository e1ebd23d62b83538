import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { UserDetailPage } from '~/features/users/user-detail-page';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';
import { ANNA, IDLE } from './user-fixtures';

const ERASE_CALL = 'DELETE /admin/personal-data/5';
const ERASED = { ...IDLE, first_name: null, last_name: null, email: 'erased-5@erased.invalid' };

beforeEach(() => {
  api.on('GET /admin/users/3', () => ({ body: ANNA }));
  api.on('GET /admin/users/5', () => ({ body: IDLE }));
});

const open = (userId: number) => renderScreen(<UserDetailPage userId={userId} />);
const button = (name: string) => screen.findByRole('button', { name });

it('erases an inactive person after a dialog, and the button is gone', async () => {
  let erased = false;
  api.on('GET /admin/users/5', () => ({ body: erased ? ERASED : IDLE }));
  api.on(ERASE_CALL, () => {
    erased = true;
    return { status: 204 };
  });
  const { user } = await open(5);
  await user.click(await button('Erase this person'));
  const dialog = await screen.findByRole('dialog', { name: 'Erase this person' });
  expect(dialog).toHaveTextContent('This action cannot be undone.');
  expect(dialog).toHaveTextContent('Ida Alt');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(api.made(ERASE_CALL)).toHaveLength(0);
  await user.click(await button('Erase this person'));
  await user.click(await button('Erase'));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Person Erased' })).getByRole('button'),
  );
  expect(await screen.findByText('This person was erased.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase this person' })).toBeNull();
  await waitFor(async () => expect(await button("Export this person's data")).toHaveFocus());
});

it('deletes an active person with the dialog of the list, and then offers to erase', async () => {
  let active = true;
  api.on('GET /admin/users/3', () => ({ body: { ...ANNA, is_active: active } }));
  api.on('DELETE /admin/users/3', () => {
    active = false;
    return { body: {} };
  });
  const { user } = await open(3);
  await user.click(await button('Delete'));
  const dialog = await screen.findByRole('dialog', { name: 'Delete User' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('User deleted')).toBeVisible();
  expect(await button('Erase this person')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

it('says why someone could not be erased', async () => {
  const detail = 'Only an inactive person can be erased. Delete the user first.';
  api.on(ERASE_CALL, () => ({ status: 409, body: { detail } }));
  const { user } = await open(5);
  await user.click(await button('Erase this person'));
  await user.click(await button('Erase'));
  expect(await screen.findByRole('dialog', { name: 'Erasing Failed' })).toHaveTextContent(detail);
});

it('exports what is known of anyone, and erases nobody who is active', async () => {
  api.on('GET /admin/personal-data/3', () => ({ body: { profile: { id: 3 } } }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { user } = await open(3);
  await user.click(await button("Export this person's data"));
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  const [link] = click.mock.contexts;
  expect(link).toHaveProperty('download', 'person-3.json');
  expect(screen.queryByRole('button', { name: 'Erase this person' })).toBeNull();
  click.mockRestore();
});

it('shows nothing of it where the API has no such calls', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await open(5);
  expect(await screen.findByText('No associations found.')).toBeVisible();
  expect(screen.queryByText('Personal Data')).toBeNull();
});
