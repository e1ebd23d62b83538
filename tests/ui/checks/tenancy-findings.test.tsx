import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { today } from '~/rpc/api-kind';
import type { FindingKind } from '~/checks/schema';
import { moveSearch, portfolioCheckSearch } from '~/checks/search';
import { MovesPage } from '~/checks/screens/moves-page';
import { PortfolioCheckPage } from '~/checks/screens/portfolio-check-page';
import { dialog, hrefOf, noDialog, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const FINDING = {
  record: { kind: 'apartment', id: 4, name: '4A, Seeblick', email: null },
  condo_id: 7,
  state: 'No owner or renter',
  others: [],
  under_way: null,
  set_aside: null,
};

const ANNA = { kind: 'association', id: 51, name: 'Anna Rossi, 4A, Seeblick', email: null };
const LUCA = { ...ANNA, id: 52, name: 'Luca Favre, 5, Seeblick' };
const MOVES = [
  { ...FINDING, record: ANNA, state: 'Moved in on 2026-06-25' },
  { ...FINDING, record: LUCA, state: 'Moved out on 2026-06-30' },
];

const path = (kind: FindingKind) => `/admin/portfolio-check/${kind}`;
const page = (findings: object[]) => ({
  findings,
  pagination: { current_page: 1, total_pages: 1 },
});

beforeEach(() => {
  api.serve({ '/admin/portfolio-check': [] });
});

function open(kind: FindingKind, findings: object[], initial: { as_of?: string } = {}) {
  api.serve({ [path(kind)]: page(findings) });
  // The address itself is tested in a browser.
  return renderScreen(
    ({ as_of = initial.as_of ?? '' }) => (
      <PortfolioCheckPage
        search={{ ...portfolioCheckSearch.defaults, kind, as_of: String(as_of) }}
        renderCompare={() => null}
      />
    ),
    '/portfolio-check',
  );
}

test('apartments of another day cannot be dismissed, but cured', async () => {
  const { user } = await open('empty_apartment', [FINDING]);
  expect(await screen.findByRole('button', { name: 'Dismiss' })).toBeVisible();
  await user.type(screen.getByLabelText('As of a day'), '2026-12-31');
  expect(await screen.findByText(/As of Dec 31, 2026/)).toBeVisible();
  await waitFor(() =>
    expect(api.queries(`GET ${path('empty_apartment')}`).at(-1)).toEqual({
      page: '1',
      set_aside: 'false',
      as_of: '2026-12-31',
    }),
  );
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(await hrefOf('Invite')).toBe(
    '/users/invite?condo_id=7&apartment_id=4&finding=empty_apartment&finding_id=4&finding_page=1&finding_day=2026-12-31',
  );
});

test.each([
  ['empty_apartment', 'No owner or renter', '', today()],
  ['empty_apartment', 'No owner or renter', '2026-12-31', '2026-12-31'],
  ['coming_vacancy', 'Vacant after 2026-07-15', '', '2026-07-16'],
] as const)(
  '%s (%s, %s): somebody moves in here, from %s on',
  async (kind, state, as_of, since) => {
    api.serve({ '/admin/users': { data: [], pagination: {} } });
    const { press } = await open(kind, [{ ...FINDING, state }], { as_of });
    await press('Move in');
    const inDialog = within(await dialog('Move in'));
    expect(await inDialog.findByText('Unit 4A, Seeblick')).toBeVisible();
    expect(inDialog.getByLabelText('First day')).toHaveValue(since);
  },
);

test('people who share an apartment are named with their days, and several marked at once', async () => {
  const shared = {
    ...FINDING,
    state: '3,9,12 /2026-06-30,2026-05-01/,2026-06-30/2026-09-30 and 2 more',
    others: [
      { id: 3, name: 'Anna Rossi' },
      { id: 9, name: 'Luca Favre' },
      { id: 12, name: 'Ida Keller' },
    ],
  };
  const second = { ...shared, record: { ...shared.record, id: 5, name: '5, Seeblick' } };
  const { user, press, answer } = await open('several_renters', [shared, second]);
  const row = await screen.findByRole('row', { name: /4A, Seeblick/ });
  expect(textsOf(within(row).getAllByRole('listitem'))).toEqual([
    'Anna Rossi, until Jun 30, 2026',
    'Luca Favre, since May 1, 2026',
    'Ida Keller, Jun 30, 2026 to Sep 30, 2026',
    'and 2 more',
  ]);
  expect(within(row).getByRole('link', { name: 'Luca Favre' })).toHaveAttribute('href', '/users/9');
  for (const id of [4, 5]) api.on(`PUT ${path('several_renters')}/${id}`, () => ({ status: 204 }));
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  await press('Mark selected as shared');
  await answer('Mark as shared', 'Mark as shared');
  expect(await screen.findByText('Marked as shared')).toBeVisible();
  for (const id of [4, 5])
    expect(JSON.stringify(api.sent(`PUT ${path('several_renters')}/${id}`))).toMatch(
      /2 more".*They share the apartment/,
    );
});

const association = (id: number) => `/admin/user-condo-associations/${id}`;

test('several moves are reported with the version that was seen; what failed is sent again, and Undo has both', async () => {
  for (const [id, reported_on] of [
    [51, null],
    [52, '2020-01-05'],
  ] as const) {
    const body = { id, reported_on };
    api.on(`GET ${association(id)}`, () => ({ body, etag: `"seen-${id}"` }));
    api.on(`PUT ${association(id)}`, () => ({ body, etag: `"written-${id}"` }));
  }
  const detail = 'Someone else has changed this association in the meantime';
  api.reject(`PUT ${association(52)}`, 412, detail);
  const { user, press, answer } = await open('unreported_move', MOVES);
  expect(await screen.findByText('Moved in on Jun 25, 2026')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  await press('Report selected');
  const inDialog = within(await dialog('Reported to the commune'));
  expect(inDialog.getByText('Luca Favre, 5, Seeblick')).toBeVisible();
  const day = inDialog.getByLabelText(/Reported to the commune on/);
  expect(day).toHaveValue(today());
  await user.clear(day);
  await user.type(day, '2026-07-01');
  await answer('Reported to the commune', 'Save');
  expect(await inDialog.findByText(detail)).toBeVisible();
  api.on(`PUT ${association(52)}`, () => ({ body: {}, etag: '"written-52"' }));
  await answer('Reported to the commune', 'Save');
  expect(await screen.findByText('Day of the report saved')).toBeVisible();
  await noDialog();
  const made = (id: number) =>
    api.made(`PUT ${association(id)}`).map(({ json, headers }) => [json, headers['if-match']]);
  const reported = { reported_on: '2026-07-01' };
  expect(made(51)).toEqual([[reported, '"seen-51"']]);
  expect(made(52)).toEqual([
    [reported, '"seen-52"'],
    [reported, '"seen-52"'],
  ]);
  await press('Undo');
  await waitFor(() =>
    expect(made(52).at(-1)).toEqual([{ reported_on: '2020-01-05' }, '"written-52"']),
  );
  expect(made(51).at(-1)).toEqual([{ reported_on: null }, '"written-51"']);
});

test('a day that is none is not sent', async () => {
  api.on(`GET ${association(51)}`, () => ({ body: { id: 51, reported_on: null } }));
  const { user, press, answer } = await open('unreported_move', MOVES.slice(0, 1));
  await press('Reported...');
  const inDialog = within(await dialog('Reported to the commune'));
  await user.clear(inDialog.getByLabelText(/Reported to the commune on/));
  await answer('Reported to the commune', 'Save');
  expect(await inDialog.findByText('Please enter a valid date (YYYY-MM-DD)')).toBeVisible();
  expect(api.made(`PUT ${association(51)}`)).toEqual([]);
});

test('moves lead to the print view, one or those that are chosen', async () => {
  const { user, press, router } = await open('coming_move', MOVES);
  await screen.findByText('Moved in on Jun 25, 2026');
  expect(screen.queryByRole('button', { name: 'Reported...' })).toBeNull();
  const [link] = screen.getAllByRole('link', { name: 'Print view' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/moves\?ids=.*51/));
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  await press('Print selected');
  await waitFor(() => expect(router.state.location.href).toMatch(/^\/moves\?ids=51%2C52$/));
});

const MOVE = {
  id: 51,
  user_id: 3,
  name: 'Anna Rossi',
  email: 'anna@example.com',
  role: 'renter',
  since: '2026-06-25',
  until: null,
  reported_on: null,
  condo_id: 7,
  condo_name: 'Seeblick',
  address: 'Seestrasse 1',
  zip_code: '8002',
  city: 'Zürich',
  state: 'ZH',
  apartment_number: '7',
  floor_number: 2,
  bedrooms: 3.5,
  from_apartment: '4A',
};

test('the print view has what communes ask for, by building', async () => {
  const other = {
    ...MOVE,
    id: 52,
    name: null,
    condo_id: 8,
    condo_name: 'Lac',
    from_apartment: null,
  };
  api.serve({
    '/admin/moves': [MOVE, { ...other, until: '2026-07-01', reported_on: '2026-07-02' }],
  });
  await renderScreen(<MovesPage search={{ ...moveSearch.defaults, ids: '51,52' }} />);
  const table = await screen.findByRole('table', { name: 'Moves in Seeblick' });
  const cells = within(within(table).getAllByRole('row')[1] ?? table).getAllByRole('cell');
  expect(textsOf(cells)).toEqual([
    '7',
    '2',
    '3.5',
    'Anna Rossi',
    'Renter',
    'Jun 25, 2026from apartment 4A',
    '-',
    '-',
  ]);
  expect(screen.getAllByText('Seestrasse 1, 8002 Zürich, ZH')).toHaveLength(2);
  const second = screen.getByRole('table', { name: 'Moves in Lac' });
  expect(second).toHaveTextContent('anna@example.com');
  expect(second).toHaveTextContent('Jul 1, 2026Jul 2, 2026');
  expect(api.queries('GET /admin/moves')).toEqual([{ ids: '51,52' }]);
});

test('nobody moves', async () => {
  api.serve({ '/admin/moves': [] });
  await renderScreen(<MovesPage search={{ ...moveSearch.defaults, condo_id: 7 }} />);
  expect(await screen.findByText('Nobody moves in these days.')).toBeVisible();
  expect(api.queries('GET /admin/moves')).toEqual([{ condo_id: '7' }]);
});
