import { useLocation } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { getSession, startSession } from '~/rpc/session-store';
import { userSearch } from '~/users/search';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { UsersPage } from '~/users/screens/users-page';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA, LUCA, userPage } from './user-fixtures';

const QUERY = userSearch.read({});

beforeEach(() => {
  api
    .serve({ '/admin/condos': [], '/admin/users/3': ANNA })
    .on('GET /admin/users', () => userPage([ANNA, LUCA]))
    .on('PUT /admin/users/3', () => ({ body: {} }));
});

function Screens() {
  const { pathname } = useLocation();
  if (pathname.endsWith('/edit')) return <UserEditPage userId={3} />;
  return pathname === '/users/3' ? <UserDetailPage userId={3} /> : <UsersPage query={QUERY} />;
}

/** Makes Anna an Annabell. From then on the API answers nothing about users. */
async function rename() {
  const { user, press, router } = await renderScreen(<Screens />, '/users/$');
  await screen.findByRole('row', { name: /Anna Meier/ });
  await router.navigate({ href: '/users/3/edit' });
  await user.type(await screen.findByLabelText('First Name'), 'bell');
  const silence = new Promise<never>(() => {});
  api.on('GET /admin/users', () => silence).on('GET /admin/users/3', () => silence);
  await press('Save Changes');
  await screen.findByText('User updated');
  return { router };
}

it('has the new name on every screen while the API has not answered again', async () => {
  const { router } = await rename();
  expect(await screen.findByRole('heading', { level: 1, name: /Annabell Meier/ })).toBeVisible();
  expect(screen.queryByText(/Anna Meier/)).toBeNull();
  await router.navigate({ href: '/users/all' });
  expect(await screen.findByRole('row', { name: /Annabell Meier/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /Luca/ })).toBeVisible();
});

it('has the new name in the header, where it is one’s own, and after a reload', async () => {
  startSession({ token: 'token', user: { id: 3, first_name: 'Anna', email: 'anna@example.ch' } });
  await rename();
  expect(getSession()?.user).toMatchObject({ first_name: 'Annabell', email: 'anna@example.ch' });
  expect(localStorage.getItem('user')).toContain('Annabell');
});

it('leaves the header alone, where it is somebody else’s', async () => {
  startSession({ token: 'token', user: { id: 4, first_name: 'Luca' } });
  await rename();
  expect(getSession()?.user).toMatchObject({ id: 4, first_name: 'Luca' });
});
