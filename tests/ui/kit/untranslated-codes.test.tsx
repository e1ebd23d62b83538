import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { ApartmentsPage } from '~/apartments/screens/apartments-page';
import { apartmentSearch } from '~/apartments/search';
import { PortfolioCheckPage } from '~/checks/screens/portfolio-check-page';
import { portfolioCheckSearch } from '~/checks/search';
import { CondosPage } from '~/condos/screens/condos-page';
import { condoSearch } from '~/condos/search';
import { historySearch } from '~/history/search';
import { ActivityPage } from '~/history/screens/activity-page';
import { HistoryCard } from '~/history/screens/history-card';
import { changeSetOf } from '~/imports/change-set';
import { ReviewResults } from '~/imports/screens/review-results';
import { RowsTable } from '~/imports/screens/rows-table';
import { ConflictDialog } from '~/kit/form/conflict/conflict-dialog';
import { DataTable } from '~/kit/table/data-table';
import { PendingInvitationsPage } from '~/invitations/screens/pending-invitations-page';
import { invitationSearch } from '~/invitations/search';
import { PaletteButton } from '~/search/screens/palette-button';
import { readUser } from '~/users/fields';
import { associationColumns, APARTMENT } from '~/users/screens/association-table';
import { PeopleCard } from '~/users/screens/people-card';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { CondoScreen } from '../condos/condo-screen';
import { aCondo, anApartment, anInvitation, aUser } from '../../support/builders';
import { dialog, renderScreen } from '../../support/on-screen';
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

/** A change of the building's postcode, and one of an apartment's number and floor. */
const change = (id: number, kind: string, name: string | null, fields: object[]) => {
  const record = { kind, id: ID, name };
  const changes = [{ ...record, change: 1, what: 'changed', count: 1, fields }];
  const actor = { kind: 'administrator', id: 7, name: 'Ada' };
  const at = '2026-11-21T08:00:00.000Z';
  const rest = { request_id: 'r', import_id: null, reason: null, change_count: 1, changes };
  return { id, at, actor, action: 'changed', record, ...rest };
};
const FLOOR = { name: 'floor_number', old: 1, new: 2 };
const HISTORY = {
  begins_at: '2026-11-01T10:00:00.000Z',
  entries: [
    change(1, 'condo', null, [{ name: 'zip_code', old: '8001', new: ZIP, is_restorable: true }]),
    change(2, 'apartment', UNIT, [{ name: 'apartment_number', old: '1', new: UNIT }, FLOOR]),
  ],
  next: null,
};
const CHANGED_ROW = {
  row_number: 2,
  id: 9,
  name: UNIT,
  version: 'v1',
  changes: [
    { field: 'apartment_number', old: '1', new: UNIT },
    { field: 'zip_code', old: ZIP, new: '8001' },
  ],
};
const REVIEW = await changeSetOf(new Blob([JSON.stringify({ changed: [CHANGED_ROW] })]), {
  kind: 'apartment',
  by: 'api',
  fileName: 'a.csv',
});

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
  ['a building', [ZIP, UNIT], () => <CondoScreen condoId={ID} />],
  ['people of a building', [UNIT], () => <PeopleCard condoId={ID}>{() => null}</PeopleCard>],
  ['a person', [String(ID), UNIT], () => <UserDetailPage userId={3} />],
  [
    'a row of the list of people',
    [UNIT],
    () => (
      <DataTable
        caption="Associations"
        columns={associationColumns([APARTMENT])}
        data={readUser(USER).condo_associations}
      />
    ),
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
  ['an edited export', [UNIT, ZIP], () => <ReviewResults review={REVIEW} />],
  [
    'two versions of a record',
    [UNIT, ZIP],
    () => (
      <ConflictDialog
        noun="apartment"
        fields={[
          {
            name: 'apartment_number',
            label: 'Apartment Number',
            theirs: UNIT,
            mine: ZIP,
            theirImage: null,
            mineTouched: true,
            choosable: true,
          },
        ]}
        onResolve={() => undefined}
        onCancel={() => undefined}
      />
    ),
  ],
  [
    'what was done',
    [String(ID), UNIT, ZIP],
    () => <ActivityPage search={historySearch.defaults} />,
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

beforeEach(() => {
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
    '/admin/history': HISTORY,
  });
});

/** The elements with a value that a browser's translation would change, once the value is there. */
async function translatedWith(value: string): Promise<string[]> {
  await screen.findAllByText((text) => text.includes(value));
  const translated = textsWith(value).filter((one) => !one.closest('[translate="no"]'));
  return translated.map((one) => one.outerHTML);
}

it.each(SCREENS)('numbers and codes stay as they are: %s', async (_what, values, ui) => {
  await renderScreen(ui);
  for (const value of values) expect(await translatedWith(value)).toEqual([]);
});

it("numbers and codes stay as they are: a record's history, and what it restores", async () => {
  const { press } = await renderScreen(<HistoryCard kind="condo" recordId={ID} />);
  await press('History');
  for (const value of [String(ID), UNIT, ZIP]) expect(await translatedWith(value)).toEqual([]);
  await press(`Restore Zip Code of Building #${ID}`);
  await dialog('Restore earlier values');
  expect(await translatedWith(String(ID))).toEqual([]);
});

it.each([
  ['a postcode', ZIP, /Seeblick/],
  ['a number', UNIT, `Unit ${UNIT} Seeblick`],
])('numbers and codes stay as they are: the palette, by %s', async (_what, value, name) => {
  const { user } = await renderScreen(<PaletteButton screens={[]} />);
  await user.keyboard('{Control>}k{/Control}');
  await dialog('Search everything');
  await user.keyboard(value);
  await screen.findAllByRole('option', { name });
  expect(await translatedWith(value)).toEqual([]);
});
