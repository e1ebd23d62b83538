import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { ApartmentsPage } from '~/apartments/screens/apartments-page';
import { apartmentSearch } from '~/apartments/search';
import { PortfolioCheckPage } from '~/checks/screens/portfolio-check-page';
import { portfolioCheckSearch } from '~/checks/search';
import { CondoDetailPage } from '~/condos/screens/condo-detail-page';
import { CondosPage } from '~/condos/screens/condos-page';
import { condoSearch } from '~/condos/search';
import { RowsTable } from '~/imports/screens/rows-table';
import { PendingInvitationsPage } from '~/invitations/screens/pending-invitations-page';
import { invitationSearch } from '~/invitations/search';
import { readUser } from '~/users/fields';
import { OwnAssociations, associationColumns, APARTMENT } from '~/users/screens/association-table';
import { PeopleCard } from '~/users/screens/people-card';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { aCondo, anApartment, anInvitation, aUser } from '../../support/builders';
import { renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

/* A browser's own translation leaves numbers and codes alone where the page says translate="no". */

const ID = 4711;
const UNIT = 'A-101';
const ZIP = '8057';
const CONDO = aCondo({ id: ID, name: 'Seeblick', city: 'Zürich', zip_code: ZIP });
const USER = aUser({
  id: 3,
  condo_associations: [
    { id: 1, condo_id: ID, condo_name: null, apartment_number: UNIT, role: 'owner' },
  ],
});
const FINDING = {
  record: { kind: 'apartment', id: 9, name: UNIT },
  condo_id: ID,
  state: 'no residents',
  others: [],
  under_way: null,
  set_aside: null,
};

type Search = Readonly<Record<string, unknown>>;
const SCREENS: ReadonlyArray<
  [what: string, shown: readonly string[], (search: Search) => ReactNode]
> = [
  [
    'buildings',
    [String(ID), ZIP],
    (search: Search) => <CondosPage query={condoSearch.read(search)} />,
  ],
  [
    'apartments',
    [String(ID), UNIT],
    (search: Search) => <ApartmentsPage query={apartmentSearch.read(search)} />,
  ],
  [
    'invitations',
    [UNIT],
    (search: Search) => <PendingInvitationsPage query={invitationSearch.read(search)} />,
  ],
  ['a building', [ZIP, UNIT], () => <CondoDetailPage condoId={ID} />],
  ['people of a building', [UNIT], () => <PeopleCard condoId={ID}>{() => null}</PeopleCard>],
  ['a person', [String(ID), UNIT], () => <UserDetailPage userId={3} />],
  [
    'a row of the list of people',
    [UNIT],
    () => <OwnAssociations user={readUser(USER)} columns={associationColumns([APARTMENT])} />,
  ],
  [
    'findings',
    [UNIT],
    () => (
      <PortfolioCheckPage
        search={{ ...portfolioCheckSearch.defaults, kind: 'empty_apartment' }}
        renderCompare={() => null}
      />
    ),
  ],
  [
    'rows of a file',
    [UNIT, ZIP],
    () => <RowsTable caption="Rows" rows={[{ apartment_number: UNIT, zip_code: ZIP }]} />,
  ],
];

/** Texts of the page that have a value. */
function textsWith(value: string): Element[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const parents: Element[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent && !parent.closest('[hidden], option') && node.textContent?.includes(value)) {
      parents.push(parent);
    }
  }
  return parents;
}

it.each(SCREENS)('numbers and codes stay as they are: %s', async (_what, values, ui) => {
  api.serve({
    '/admin/condos': [CONDO],
    [`/admin/condos/${ID}`]: CONDO,
    '/admin/apartments': [anApartment({ id: 9, condo_id: ID, apartment_number: UNIT })],
    '/admin/invitations': [
      anInvitation({ id: 61, condo_id: ID, apartment: { apartment_number: UNIT } }),
    ],
    '/admin/users': { data: [USER], pagination: { current_page: 1, total_pages: 1 } },
    '/admin/users/3': USER,
    '/admin/portfolio-check': [{ kind: 'empty_apartment', count: 1, under_way: 0, set_aside: 0 }],
    '/admin/portfolio-check/empty_apartment': {
      findings: [FINDING],
      pagination: { current_page: 1, total_pages: 1 },
    },
  });
  await renderScreen(ui);
  for (const value of values) {
    await screen.findAllByText((text) => text.includes(value));
    const translated = textsWith(value).filter((one) => !one.closest('[translate="no"]'));
    expect(translated.map((one) => one.outerHTML)).toEqual([]);
  }
});
