import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { apartmentSearch } from '~/apartments/search';
import { condoSearch } from '~/condos/search';
import { userSearch } from '~/users/search';
import { ApartmentsPage } from '~/apartments/screens/apartments-page';
import { CondosPage } from '~/condos/screens/condos-page';
import { invitationSearch } from '~/invitations/search';
import { PendingInvitationsPage } from '~/invitations/screens/pending-invitations-page';
import { UsersPage } from '~/users/screens/users-page';
import { aCondo, anApartment, anInvitation, aUser } from '../../support/builders';
import { must } from '../../support/must';
import { fact, field, renderScreen, type OpenedScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { CondoScreen } from './condo-screen';
import { CONDO, openUpdateForm } from './condo-fixtures';

// What a change has made of a screen is there before the API has answered again, which may take long.

const LISTS = [
  {
    page: <CondosPage query={condoSearch.read({})} />,
    path: '/admin/condos',
    rows: [aCondo({ id: 1, name: 'Gone' }), aCondo({ id: 2, name: 'Kept' })],
  },
  {
    page: <ApartmentsPage query={apartmentSearch.read({})} />,
    path: '/admin/apartments',
    rows: [
      anApartment({ id: 1, condo_id: 7, notes: 'Gone' }),
      anApartment({ id: 2, condo_id: 7, notes: 'Kept' }),
    ],
  },
  {
    page: <PendingInvitationsPage query={invitationSearch.defaults} />,
    path: '/admin/invitations',
    rows: [anInvitation({ id: 1, email: 'Gone' }), anInvitation({ id: 2, email: 'Kept' })],
  },
];

const USERS = {
  page: <UsersPage query={userSearch.read({})} />,
  path: '/admin/users',
  rows: ['Gone', 'Kept'].map((email, index) =>
    aUser({ id: index + 1, email, condo_associations: [] }),
  ),
};

const silence = () => new Promise<never>(() => {});

beforeEach(() => {
  api.serve({ '/admin/condos': [], '/admin/users': { data: [] }, '/admin/invitations': [] });
});

async function open(page: ReactNode): Promise<OpenedScreen> {
  const opened = await renderScreen(page);
  await screen.findAllByText('Gone');
  return opened;
}

async function deleteFirst({ user, answer }: OpenedScreen): Promise<void> {
  await user.click(must(screen.getAllByRole('button', { name: /^Delete/ })[0], 'button'));
  await answer(/^Delete/, 'Delete');
}

describe.each(LISTS)('a list of $path', ({ page, path, rows }) => {
  beforeEach(() => {
    api.serve({ [path]: rows }).on(`DELETE ${path}/1`, () => {
      api.on(`GET ${path}`, silence);
      return { status: 204 };
    });
  });

  it('no longer has what was deleted', async () => {
    await deleteFirst(await open(page));
    await waitFor(() => expect(screen.queryAllByText('Gone')).toEqual([]));
    expect(screen.getAllByText('Kept')).not.toEqual([]);
  });

  it('nor one of several that were deleted', async () => {
    const { user, press, answer } = await open(page);
    const boxes = await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ });
    await user.click(must(boxes[0], 'checkbox'));
    await press('Delete selected');
    await answer(/^Delete/, 'Delete');
    await waitFor(() => expect(screen.queryAllByText('Gone')).toEqual([]));
    expect(screen.getAllByText('Kept')).not.toEqual([]);
  });
});

it.each([...LISTS, USERS])('a list of $path loses what is gone', async ({ page, path, rows }) => {
  const serve = (data: readonly object[]) =>
    api.serve({ [path]: path === USERS.path ? { data: data } : data });
  serve(rows).on(`DELETE ${path}/1`, () => {
    serve(rows.slice(1));
    return { status: 404, body: { detail: 'Not found' } };
  });
  await deleteFirst(await open(page));
  await waitFor(() => expect(screen.queryAllByText('Gone')).toEqual([]));
  expect(api.made(`DELETE ${path}/1`)).toHaveLength(1);
});

const openBuilding = () => renderScreen(<CondoScreen condoId={7} />, '/condos/7');

describe('the page of a building', () => {
  const UNIT = anApartment({ id: 31, condo_id: 7, bedrooms: 3 });

  beforeEach(() => {
    const path = '/admin/apartments';
    api.serve({ '/admin/condos/7': CONDO, [path]: [UNIT], [`${path}/31`]: UNIT });
  });

  it('has what was changed of the building', async () => {
    api.on('PUT /admin/condos/7', () => {
      api.on('GET /admin/condos/7', silence);
      return { body: {} };
    });
    const opened = await openBuilding();
    await openUpdateForm(opened);
    await opened.user.type(field('City/Town/Commune'), ' Süd');
    await opened.retype('Number of Units', '34');
    await opened.user.clear(field('Description'));
    await opened.press('Update Building');
    await screen.findByText('Condo updated successfully!');
    for (const [label, text] of [
      ['Location', 'Zürich Süd'],
      ['Number of Units', '34'],
      ['Date Built', 'May 1, 1974'],
    ] as const)
      expect(fact(label)).toHaveTextContent(text);
    expect(screen.queryByText('Description', { selector: 'dt' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Seestrasse 7');
  });

  it('has what was changed of an apartment, in its row and in its form', async () => {
    api.on('PUT /admin/apartments/31', () => {
      api.on('GET /admin/apartments', silence).on('GET /admin/apartments/31', silence);
      return { body: {} };
    });
    const { user, press } = await openBuilding();
    const edit = async () => {
      const row = within(await screen.findByRole('row', { name: /^1A / }));
      await user.click(row.getByRole('button', { name: 'Edit' }));
      return screen.findByLabelText('Notes');
    };
    await user.type(await edit(), ' and cellar');
    await press('Update Apartment');
    await screen.findByText('Apartment updated');
    expect(await screen.findByRole('row', { name: /^1A .*Balcony and cellar/ })).toBeVisible();
    expect(await edit()).toHaveValue('Balcony and cellar');
    expect(field('Rooms')).toHaveValue('3');
  });
});
