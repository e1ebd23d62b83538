import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apartmentSearch } from '~/data/apartments/apartment-search';
import { condoSearch } from '~/data/condos/condo-search';
import { userSearch } from '~/data/users/user-search';
import { ApartmentsPage } from '~/features/apartments/apartments-page';
import { CondosPage } from '~/features/condos/condos-page';
import { PendingInvitationsPage } from '~/features/invitations/pending-invitations-page';
import { UsersPage } from '~/features/users/users-page';
import { aCondo, anApartment, anInvitation, aUser } from '../../support/builders';
import { must } from '../../support/must';
import { renderScreen } from '../../support/render-screen';
import { api } from '../../support/stub-transport';
import { userPage } from './users/user-fixtures';

/** A list whose first record somebody else has just deleted, its calls, and a text of that record. */
const LISTS = [
  {
    page: <CondosPage query={condoSearch.read({})} />,
    call: 'condos',
    rows: [aCondo({ id: 1, name: 'Gone' }), aCondo({ id: 2, name: 'Kept' })],
    text: 'Gone',
  },
  {
    page: <ApartmentsPage query={apartmentSearch.read({})} />,
    call: 'apartments',
    rows: [
      anApartment({ id: 1, condo_id: 7, notes: 'Gone' }),
      anApartment({ id: 2, condo_id: 7, notes: 'Kept' }),
    ],
    text: 'Gone',
  },
  {
    page: <UsersPage query={userSearch.read({})} />,
    call: 'users',
    rows: [
      aUser({ id: 1, email: 'gone@x.ch', condo_associations: [] }),
      aUser({ id: 2, email: 'kept@x.ch', condo_associations: [] }),
    ],
    text: 'gone@x.ch',
  },
  {
    page: <PendingInvitationsPage />,
    call: 'invitations',
    rows: [
      anInvitation({ id: 1, email: 'gone@x.ch' }),
      anInvitation({ id: 2, email: 'kept@x.ch' }),
    ],
    text: 'gone@x.ch',
  },
];

it.each(LISTS)(
  'a list of $call no longer shows what could not be deleted since it is gone',
  async (list) => {
    const { page, call, rows, text } = list;
    let listed: readonly object[] = rows;
    const answer = () => (call === 'users' ? userPage(listed) : { body: listed });
    api
      .on('GET /admin/condos', () => ({ body: [] }))
      .on(`GET /admin/${call}`, answer)
      .on(`DELETE /admin/${call}/1`, () => {
        listed = rows.slice(1);
        return { status: 404, body: { detail: 'Not found' } };
      });
    const { user } = await renderScreen(page, { path: '/screen' });
    await screen.findAllByText(text);
    await user.click(must(screen.getAllByRole('button', { name: /^Delete/ })[0], 'button'));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryAllByText(text)).toEqual([]));
    expect(api.made(`DELETE /admin/${call}/1`)).toHaveLength(1);
  },
);
