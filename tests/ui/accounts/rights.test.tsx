import { readFileSync } from 'node:fs';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { Asks, Rights } from '~/accounts/rights';
import { AccountPage } from '~/accounts/screens/account-page';
import { ApartmentsPage } from '~/apartments/screens/apartments-page';
import { CreateApartmentPage } from '~/apartments/screens/create-apartment-page';
import { apartmentSearch } from '~/apartments/search';
import { CondosPage } from '~/condos/screens/condos-page';
import { CreateCondoPage } from '~/condos/screens/create-condo-page';
import { condoSearch } from '~/condos/search';
import { FirstSteps } from '~/dashboard/screens/first-steps';
import { ActivityPage } from '~/history/screens/activity-page';
import { historySearch } from '~/history/search';
import { ExportButton } from '~/imports/screens/export-button';
import { ImportHistory } from '~/imports/screens/import-history';
import { InvitePage } from '~/invitations/screens/invite-page';
import { PendingInvitationsPage } from '~/invitations/screens/pending-invitations-page';
import { inviteSearch, invitationSearch } from '~/invitations/search';
import { Route as AdminRoute } from '~/routes/_shell/_admin';
import { menusOf } from '~/routes/-menus';
import { routeTree } from '~/routeTree.gen';
import { createQueryClient } from '~/rpc/query-client';
import { startSession } from '~/rpc/session-store';
import { actionHits } from '~/search/screens/fixed-hits';
import { PeopleCard } from '~/users/screens/people-card';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { UsersPage } from '~/users/screens/users-page';
import { userSearch } from '~/users/search';
import { anApartment, anInvitation } from '../../support/builders';
import { must } from '../../support/must';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { CondoScreen } from '../condos/condo-screen';
import { CONDO } from '../condos/condo-fixtures';
import { ANNA, userPage } from '../users/user-fixtures';

const SENTENCE = 'Your rights do not allow this. An administrator with all rights can change them.';

const NOTHING = {
  totalCondos: 0,
  newCondosThisMonth: 0,
  totalApartments: 0,
  newApartmentsThisMonth: 0,
  totalUsers: 1,
  newUsersThisMonth: 0,
  pendingInvitations: 0,
  userRegistrationsByMonth: [],
};

const as = (rights: Rights) =>
  startSession({
    token: 't',
    user: { id: 1, email: 'ada@example.com', is_superuser: true, rights },
  });

beforeEach(() => {
  api
    .serve({
      '/admin/condos': [CONDO],
      '/admin/condos/7': CONDO,
      '/admin/condos/7/tenancies': [],
      '/admin/apartments': [anApartment({ id: 5, condo_id: 7 })],
      '/admin/users/3': ANNA,
      '/admin/user-condo-associations': [],
      '/admin/invitations': [anInvitation({ id: 61, status: 'pending' })],
      '/admin/saved-views': [],
      '/admin/history': { begins_at: null, entries: [], next: null },
      '/admin/bulk-imports': [
        {
          id: 1,
          type: 'condo',
          file_name: 'a.csv',
          reason: null,
          created_by: 'Ada',
          created_at: '2026-11-20T08:00:00Z',
          created: 1,
          changed: null,
          undone_at: null,
          removed: null,
        },
      ],
    })
    .on('GET /admin/users', () => userPage([ANNA]));
});

/** Screens with the names of their buttons that write. Everybody sees the names of `stays`. */
const SCREENS: Readonly<Record<string, { ui: ReactNode; writes: RegExp; stays?: RegExp }>> = {
  buildings: {
    ui: <CondosPage query={condoSearch.defaults} exporting={<b />} />,
    writes: /Add New Building|Delete|Select/,
    stays: /View/,
  },
  'a building': {
    ui: <CondoScreen condoId={7} />,
    writes: /Edit|Delete|Update Building|Add Apartment|Import apartments|Duplicate|Residents/,
    stays: /Moves/,
  },
  'its people': {
    ui: <PeopleCard condoId={7}>{() => null}</PeopleCard>,
    writes: /Invite/,
    stays: /Copy e-mail/,
  },
  apartments: {
    ui: <ApartmentsPage query={apartmentSearch.defaults} exporting={<b />} />,
    writes: /Add New Apartment|Edit|Delete|Actions|Select/,
    stays: /7/,
  },
  people: {
    ui: <UsersPage query={userSearch.defaults} exporting={<b />} />,
    writes: /Add person|Invite|Edit|Delete/,
    stays: /View/,
  },
  'a person': {
    ui: <UserDetailPage userId={3} />,
    writes: /Edit|Delete|Merge|Add association|Export|Move|Invite/,
  },
  invitations: {
    ui: <PendingInvitationsPage query={invitationSearch.defaults} exporting={<b />} />,
    writes: /Invite User|Remind all|Resend|Delete|Actions/,
  },
  imports: { ui: <ImportHistory />, writes: /Undo/ },
  activity: { ui: <ActivityPage search={historySearch.defaults} />, writes: /Export/ },
  'first steps': { ui: <FirstSteps stats={NOTHING} />, writes: /By hand|By file/ },
};

const names = () =>
  [...document.querySelectorAll('main :is(a, button, [type=checkbox])')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  );

/** The names of all that can be pressed, once what is looked for is there and nothing loads any more. */
async function controls(ui: ReactNode, expected: RegExp): Promise<string[]> {
  const { queryClient } = await renderScreen(ui);
  await waitFor(() => {
    expect(names().join(' ')).toMatch(expected);
    expect(queryClient.isFetching()).toBe(0);
  });
  await new Promise((resolve) => setTimeout(resolve, 250));
  return names();
}

describe.each(Object.entries(SCREENS))('%s', (_name, { ui, writes, stays = /^/ }) => {
  it('have no button that writes for who may look', async () => {
    as('look');
    const shown = await controls(ui, stays);
    expect(shown.filter((name) => writes.test(name))).toEqual([]);
  });

  it('have them for who may do everything', async () => {
    as('all');
    expect((await controls(ui, writes)).join(' ')).toMatch(writes);
  });
});

/** Forms at an address of their own. */
const FORMS: Readonly<Record<string, ReactNode>> = {
  'a new building': <CreateCondoPage />,
  'a new apartment': <CreateApartmentPage />,
  'a person': <UserEditPage userId={3} />,
  'an invitation': (
    <InvitePage chosen={inviteSearch.defaults} back={null} renderRows={() => null} />
  ),
};

test.each(Object.entries(FORMS))('the form of %s says why it is none', async (_name, ui) => {
  as('look');
  await renderScreen(ui);
  expect(await screen.findByText(SENTENCE)).toBeVisible();
  expect(document.querySelector('main form')).toBeNull();
});

test('a form whose changes can be proposed opens without a button that saves', async () => {
  as('propose');
  const { user } = await renderScreen(<CreateCondoPage />);
  const name = await screen.findByLabelText(/Building Name/);
  expect(screen.queryByRole('button', { name: 'Create Building' })).toBeNull();
  await user.type(name, 'Zug{Enter}');
  expect(api.made('POST /admin/condos')).toEqual([]);
});

test("one's own name can be changed whatever the rights", async () => {
  as('look');
  api.serve({
    '/admin/account': {
      id: 1,
      email: 'a@example.com',
      first_name: 'A',
      last_name: null,
      rights: 'look',
    },
    '/admin/account/sessions': [],
    '/admin/account/failed-sign-ins': [],
    '/admin/account/api-tokens': [],
    '/admin/account/identities': [],
    '/admin/account/factors': { totp: null, passkeys: [], recovery_codes_left: 0, required: false },
  });
  await renderScreen(<AccountPage />);
  expect(await screen.findByRole('button', { name: 'Save Name' })).toBeVisible();
});

test('an export of people asks for all rights, of buildings and apartments for none of them', async () => {
  as('look');
  const query = { condo_id: 7, condo_name: 'Seestrasse 7' };
  const residents = { list: 'residents', query } as const;
  await renderScreen(
    <>
      <ExportButton of={[residents]} />
      <ExportButton of={[{ list: 'apartments', query: { condo_id: 7 } }, residents]} />
    </>,
  );
  expect(await screen.findAllByRole('button', { name: 'Export' })).toHaveLength(1);
});

const router = createRouter({ routeTree, context: { queryClient: createQueryClient() } });

/** The keys of the palette's own actions. */
function actionsOf(rights: Rights): string[] {
  as(rights);
  return actionHits().map(({ key }) => key);
}

test('menu, letters and palette have what the rights allow', () => {
  const menus = menusOf(router);
  const paths = (rights: Rights) => menus[rights].user.map(({ to }) => to);
  expect(paths('all')).toContain('/administrators');
  for (const rights of ['propose', 'look'] as const) {
    expect(paths(rights)).not.toContain('/administrators');
    expect(menus[rights].sidebar).toEqual(menus.all.sidebar);
  }
  expect(actionsOf('look')).toEqual(['keys']);
  expect(actionsOf('propose')).toEqual(['new condo', 'new apartment', 'keys']);
});

/** A route's address as the docs write it. */
function addressOf(id: string): string {
  return id
    .replace('/_shell/_admin', '')
    .replaceAll(/\$\w+/g, '{id}')
    .replace(/(?<=.)\/$/, '');
}

test('addresses ask for what docs/behaviour/README.md says', () => {
  const text = readFileSync('docs/behaviour/README.md', 'utf8');
  const documented = [...text.matchAll(/^- (\/\S+): `(\w+)`$/gm)].map(([, ...row]) => row);
  const required = Object.values<{ id: string; options: { staticData?: { asks?: Asks } } }>({
    ...router.routesById,
  }).flatMap(({ id, options: { staticData } }) =>
    staticData?.asks ? [[addressOf(id), staticData.asks]] : [],
  );
  expect(required).not.toEqual([]);
  expect(Object.fromEntries(required)).toEqual(Object.fromEntries(documented));
});

test.each(['look', 'propose', 'all'] as const)(
  'an address without the rights for it says so: %s',
  async (rights) => {
    as(rights);
    const root = createRootRoute();
    const admin = createRoute({
      getParentRoute: () => root,
      id: 'admin',
      component: must(AdminRoute.options.component, 'screen'),
    });
    const page = createRoute({
      getParentRoute: () => admin,
      path: '/page',
      staticData: { asks: 'review', pending: () => ({ heading: 'Bulk Operations' }) },
      component: () => <p>42</p>,
    });
    const history = createMemoryHistory({ initialEntries: ['/page'] });
    render(
      <RouterProvider
        router={createRouter({ routeTree: root.addChildren([admin.addChildren([page])]), history })}
      />,
    );
    const text = rights === 'look' ? SENTENCE : '42';
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryAllByRole('heading', { name: 'Bulk Operations' })).toHaveLength(
      rights === 'look' ? 1 : 0,
    );
  },
);
