import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
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
