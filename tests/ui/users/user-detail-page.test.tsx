import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { factsOf, hrefOf, renderScreen, rowTexts } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA, IDLE, LUCA } from './user-fixtures';

beforeEach(() => {
  api.serve({ '/admin/users/3': ANNA, '/admin/users/4': LUCA, '/admin/users/5': IDLE });
});

const title = () => screen.getByRole('heading', { level: 1 });

async function open(userId: number) {
  await renderScreen(<UserDetailPage userId={userId} />);
  await screen.findByText('Email');
}

it('shows everything the specification names', async () => {
  await open(3);
  const facts = factsOf();
  expect(facts).toMatchObject({ Email: ANNA.email, Status: 'Active', 'Email Verified': 'Yes' });
  expect(facts['Created At']).toMatch(/^Mar 5, 2025, \d+:00/);
  expect(facts['Updated At']).toMatch(/^Apr 6, 2025, /);
  expect(facts['Last Login']).toMatch(/^May 7, 2025, /);
  expect(title()).toHaveTextContent('User Details Anna Meier');
  // Once on the page: whoever looks for the person finds one place.
  expect(screen.getAllByText('Anna Meier')).toHaveLength(1);
  expect(screen.getByRole('img')).toHaveAttribute('src', ANNA.profile_picture);
  expect(rowTexts(within(screen.getByRole('table')))).toEqual([
    ['Condo', 'Apartment', 'Role', 'Since', 'Until', 'Actions'],
    ['Seestrasse 7', '1A', 'Owner', '-', '-', 'Seestrasse 7, 1AEdit'],
    ['8', '-', 'Building Manager', '-', '-', 'Edit'],
  ]);
  expect(await hrefOf('Back to Users List')).toBe('/users');
  expect(await hrefOf('Edit')).toBe('/users/3/edit');
});

it('the page begins with where the person lives', async () => {
  await open(3);
  const home = screen.getByRole('table', { name: 'Associations of Anna Meier' });
  expect(home.compareDocumentPosition(screen.getByText('Email'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  // What can be done with the person is beside the name.
  const edit = screen.getByRole('link', { name: 'Edit' });
  expect(edit.compareDocumentPosition(home)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('a person who never signed in reads Never, and an unverified address No', async () => {
  await open(4);
  expect(factsOf()).toMatchObject({
    'Last Login': 'Never',
    'Email Verified': 'No',
    'Updated At': '-',
  });
});

it('shows "-" for a person without an e-mail address', async () => {
  api.serve({ '/admin/users/4': { ...LUCA, email: null } });
  await open(4);
  expect(factsOf()).toMatchObject({ Email: '-' });
  expect(title()).toHaveTextContent('User Details Luca');
});

it('offers no Edit for an inactive user', async () => {
  await open(5);
  expect(factsOf()).toMatchObject({ Status: 'Inactive' });
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(screen.getByText('No associations found.')).toBeVisible();
});

const MISSING = { status: 404, body: { detail: 'User not found' } };

it.each([
  ['an id that the API does not know', 9, MISSING, 1],
  ['an id beyond 32 bits, which is left to the API', 9_999_999_999, MISSING, 1],
  ['an id for which the API answers null', 6, { body: null }, 1],
  ['an address that names no user, without a call', null, MISSING, 0],
])('is missing for %s', async (_why, userId, answer, calls) => {
  api.on(`GET /admin/users/${userId}`, () => answer);
  await renderScreen(<UserDetailPage userId={userId} />);
  expect(await screen.findByText('User not found.')).toBeVisible();
  expect(title()).toHaveTextContent(/^User Details$/);
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(api.calls).toHaveLength(calls);
});
