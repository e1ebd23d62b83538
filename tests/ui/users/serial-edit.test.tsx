import { useLocation } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ListKeys } from '~/kit/keys/list-keys';
import { userSearch } from '~/users/search';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { userVisits } from '~/users/screens/user-trail';
import { field, hrefOf, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA, LUCA, userPage } from './user-fixtures';

// docs/behaviour/keys.md, "Serial work"

const LIST = [ANNA, LUCA];

beforeEach(() => {
  api
    .on('GET /admin/users', () => userPage(LIST))
    .serve({ '/admin/users/3': ANNA, '/admin/users/4': LUCA })
    .on('PUT /admin/users/3', () => ({ body: {} }));
});

function Page() {
  const [, , id, edit] = useLocation().pathname.split('/');
  userVisits.useRemember(userSearch.defaults, LIST);
  const userId = Number(id) || null;
  return (
    <>
      {edit ? <UserEditPage key={id} userId={userId} /> : <UserDetailPage userId={userId} />}
      <ListKeys />
    </>
  );
}

async function open(address: string) {
  const opened = await renderScreen(<Page />, '/users/$');
  await opened.router.navigate({ href: address });
  const path = () => opened.router.state.location.pathname;
  return { ...opened, path };
}

it('] after a change was saved leads to the next form, in the same field', async () => {
  const { user, path } = await open('/users/3/edit');
  await user.type(await screen.findByLabelText('Last Name'), '!{Enter}');
  expect(await screen.findByText('User updated')).toBeVisible();
  await waitFor(() => expect(path()).toBe('/users/3'));
  await user.keyboard(']');
  await waitFor(() => expect(path()).toBe('/users/4/edit'));
  await waitFor(() => expect(field('Last Name')).toHaveFocus());
  // Escape and [ lead back to the form of the one before.
  await user.keyboard('{Escape}[[');
  await waitFor(() => expect(path()).toBe('/users/3/edit'));
  await waitFor(() => expect(field('Last Name')).toHaveFocus());
});

it('] on the page of a person leads to the page of the next', async () => {
  const { user, path } = await open('/users/3');
  expect(await hrefOf('Next person')).toBe('/users/4');
  await user.keyboard(']');
  await waitFor(() => expect(path()).toBe('/users/4'));
});
