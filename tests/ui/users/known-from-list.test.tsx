import { screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { userQueries } from '~/users/queries';
import { userSearch } from '~/users/search';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { UsersPage } from '~/users/screens/users-page';
import { button, dialog, factsOf, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { VersionedRecord } from '../../support/versioned-record';
import { ANNA, userPage } from './user-fixtures';

let record: VersionedRecord;
beforeEach(() => {
  record = new VersionedRecord(api, '/admin/users/3', ANNA);
  api
    .serve({ '/admin/condos': [] })
    .on('GET /admin/users', () => ({ ...userPage([ANNA]), etag: '"of the list"' }));
});

/** The list, and a page of one of its people. */
function Screens({ page }: { page: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return page;
  return (
    <>
      <UsersPage query={userSearch.defaults} />
      <button type="button" onClick={() => setOpen(true)}>
        Go on
      </button>
    </>
  );
}

/** Opens a page of the person from the list, before they are answered. */
async function openHeld(page: ReactNode) {
  const release = api.hold('GET /admin/users/3', () => record.answer());
  const opened = await renderScreen(<Screens page={page} />, '/users');
  await screen.findByRole('link', { name: 'Anna Meier' });
  await opened.press('Go on');
  return { ...opened, release };
}

it('shows at once what the list knows, and changes nothing until the person has come', async () => {
  const { user, queryClient, release, press } = await openHeld(<UserDetailPage userId={3} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('User Details Anna Meier');
  expect(factsOf()).toMatchObject({ Email: ANNA.email, Status: 'Active', 'Email Verified': 'Yes' });
  expect(screen.getByRole('table', { name: 'Associations of Anna Meier' })).toBeVisible();
  expect(screen.queryByText('Loading user...')).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Personal Data' })).toBeVisible();
  for (const name of ['Delete', 'Merge with...']) {
    expect(button(name)).toHaveAttribute('aria-disabled', 'true');
    await user.click(button(name));
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(queryClient.getQueryData(userQueries.detail(3).queryKey)).toBeUndefined();
  record.someoneElseSaves({ last_name: 'Muster' });
  release();
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Anna Muster'),
  );
  await press('Delete');
  expect(await dialog('Delete User')).toBeVisible();
});

it('edits the person, never the row of a list', async () => {
  record.someoneElseSaves({ last_name: 'Muster' });
  const { press, retype, release } = await openHeld(<UserEditPage userId={3} />);
  expect(screen.getByText('Loading user...')).toBeVisible();
  expect(screen.queryByLabelText('Last Name')).toBeNull();
  release();
  expect(await screen.findByLabelText('Last Name')).toHaveValue('Muster');
  await retype('First Name', 'Annina');
  await press('Save Changes');
  await waitFor(() => expect(record.savings).toBe(1));
  expect(record.matched()).toEqual(['"v2"']);
});
