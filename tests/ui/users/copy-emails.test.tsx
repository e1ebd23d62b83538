import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CopyEmails } from '~/users/screens/people-card';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { userPage } from './user-fixtures';

const PEOPLE = [
  person(1, 'owner'),
  person(2, 'renter'),
  person(3, 'owner', { is_active: false }),
  person(4, 'building_manager'),
  // The same address once.
  person(5, 'owner', { email: 'owner1@example.com' }),
];

function person(id: number, role: string, more: object = {}) {
  const condo_associations = [{ id, condo_id: 7, role }];
  return { id, email: `${role}${id}@example.com`, is_active: true, condo_associations, ...more };
}

afterEach(() => localStorage.removeItem('email-separator'));

beforeEach(() => {
  api.on('GET /admin/users', () => userPage(PEOPLE));
});

it.each([
  ['All', 'owner1@example.com, renter2@example.com, building_manager4@example.com', 3],
  ['Owners', 'owner1@example.com', 1],
  ['Renters', 'renter2@example.com', 1],
  ['Managers', 'building_manager4@example.com', 1],
])('%s: their addresses, each once, without inactive people', async (group, expected, count) => {
  const { user, press } = await renderScreen(<CopyEmails condoId={7} condoName="Seeblick" />);
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.selectOptions(screen.getByLabelText('Whose e-mail addresses'), group);
  await press('Copy e-mail addresses');
  const text = `${count} ${count === 1 ? 'e-mail address' : 'e-mail addresses'} copied`;
  expect(await screen.findByText(text)).toBeVisible();
  expect(write).toHaveBeenLastCalledWith(expected);
});

it('stand between semicolons where this browser was told so, also on the next page', async () => {
  const expected = 'owner1@example.com; renter2@example.com; building_manager4@example.com';
  const card = <CopyEmails condoId={7} condoName="Seeblick" />;
  const { user, press } = await renderScreen(card);
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.selectOptions(screen.getByLabelText('Between the e-mail addresses'), 'Semicolon (;)');
  await press('Copy e-mail addresses');
  await screen.findByText('3 e-mail addresses copied');
  expect(write).toHaveBeenLastCalledWith(expected);
  cleanup();
  await renderScreen(card);
  expect(screen.getByLabelText('Between the e-mail addresses')).toHaveValue(';');
});

it('offers a message with all of them as BCC', async () => {
  const { press } = await renderScreen(<CopyEmails condoId={7} condoName="Seeblick" />);
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await press('Copy e-mail addresses');
  await press('Write to them');
  const address =
    'mailto:?bcc=owner1%40example.com,renter2%40example.com,building_manager4%40example.com';
  expect(open).toHaveBeenCalledExactlyOnceWith(address, '_self');
});

it.each([
  [20, true],
  [21, false],
])('for %i addresses a message is offered: %s', async (count, isOffered) => {
  const people = Array.from({ length: count }, (_, index) => person(index + 1, 'owner'));
  api.on('GET /admin/users', () => userPage(people));
  const { press } = await renderScreen(<CopyEmails condoId={7} condoName="Seeblick" />);
  await press('Copy e-mail addresses');
  await screen.findByText(`${count} e-mail addresses copied`);
  expect(screen.queryByRole('button', { name: 'Write to them' }) !== null).toBe(isOffered);
});

it('leaves the clipboard alone where nobody has an address', async () => {
  api.on('GET /admin/users', () => userPage([person(1, 'renter', { email: null })]));
  const { press } = await renderScreen(<CopyEmails condoId={7} condoName="Seeblick" />);
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await press('Copy e-mail addresses');
  expect(await screen.findByText('There is no e-mail address to copy.')).toBeVisible();
  expect(write).not.toHaveBeenCalled();
});
