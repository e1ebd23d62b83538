import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { portfolioCheckSearch } from '~/checks/search';
import { PortfolioCheckPage } from '~/checks/screens/portfolio-check-page';
import { CompareUsers } from '~/users/screens/compare-users';
import { aUser } from '../../support/builders';
import { dialog, hrefOf, noDialog, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const COUNTS_CALL = 'GET /admin/portfolio-check';
const LIST_CALL = 'GET /admin/portfolio-check/unit_count';
const ASIDE_CALL = 'PUT /admin/portfolio-check/unit_count/7';

const FINDING = {
  record: { kind: 'condo', id: 7, name: 'Seeblick' },
  condo_id: 7,
  state: '12 declared, 10 entered',
  others: [],
  under_way: null,
  set_aside: null,
};
const otherBuilding = (id: number, name: string) => ({
  ...FINDING,
  record: { ...FINDING.record, id, name },
});
const FINE = { count: 0, under_way: 0, set_aside: 0 };

function page(findings: object[], total_pages = 1) {
  return { body: { findings, pagination: { current_page: 1, total_pages } } };
}

beforeEach(() => {
  api
    .serve({
      '/admin/portfolio-check': [
        { kind: 'unit_count', count: 1_200, under_way: 2, set_aside: 3 },
        { kind: 'missing_image', ...FINE },
      ],
    })
    .on(LIST_CALL, () => page([FINDING]))
    .on(ASIDE_CALL, () => ({ status: 204 }));
});

const renderCompare = (ids: readonly number[], describedBy: string) => (
  <CompareUsers ids={ids} describedBy={describedBy} />
);

const open = (search: Partial<typeof portfolioCheckSearch.defaults> = {}) =>
  renderScreen(
    <PortfolioCheckPage
      search={{ ...portfolioCheckSearch.defaults, ...search }}
      renderCompare={renderCompare}
    />,
  );

test('counts lead to their lists, and are counted again on demand', async () => {
  const { user, press } = await open();
  const name = 'Declared units differ from apartments entered';
  expect(await hrefOf(name)).toBe('/portfolio-check?kind=unit_count');
  expect(await hrefOf(/^3 dismissed/)).toBe('/portfolio-check?kind=unit_count&aside=yes');
  const row = within(screen.getByRole('row', { name: new RegExp(name) }));
  expect(row.getByText('1,200')).toBeVisible();
  expect(row.getByText('2')).toBeVisible();
  // What is fine is folded and leads nowhere.
  expect(screen.getAllByRole('row')).toHaveLength(2);
  await user.click(screen.getByText('1 check passed'));
  expect(screen.getByText('Buildings without an image').closest('a')).toBeNull();
  await press('Check again');
  await waitFor(() => expect(api.made(COUNTS_CALL)).toHaveLength(2));
});

test.each([
  ['nothing is wrong', { body: [{ kind: 'unit_count', ...FINE }] }, 'All checks passed.'],
  ['the check failed', { status: 403, body: {} }, 'The portfolio could not be checked.'],
])('says so when %s', async (_when, answer, text) => {
  api.on(COUNTS_CALL, () => answer);
  await open();
  expect(await screen.findByText(text)).toBeVisible();
});

test('a finding is put aside with a reason, which is required', async () => {
  const { user, press, answer } = await open({ kind: 'unit_count' });
  expect(await hrefOf('Seeblick')).toBe('/condos/7');
  expect(screen.getByText('12 declared, 10 entered')).toBeVisible();
  await press('Dismiss');
  await answer('Dismiss', 'Dismiss');
  expect(await screen.findByText('Reason is required')).toBeVisible();
  expect(api.made(ASIDE_CALL)).toHaveLength(0);
  await user.type(screen.getByLabelText(/^Reason/), 'Under construction');
  api.on(LIST_CALL, () => page([]));
  await answer('Dismiss', 'Dismiss');
  expect(await screen.findByText('Finding dismissed')).toBeVisible();
  expect(api.sent(ASIDE_CALL)).toEqual([
    { state: '12 declared, 10 entered', reason: 'Under construction' },
  ]);
  expect(await screen.findByText('No findings.')).toBeVisible();
});

test('Escape asks before a reason is lost', async () => {
  const { user, press, answer } = await open({ kind: 'unit_count' });
  await press('Dismiss');
  await dialog('Dismiss');
  await user.type(screen.getByLabelText(/^Reason/), 'Under construction{Escape}');
  await answer('Leave without saving?', 'Stay');
  expect(screen.getByLabelText(/^Reason/)).toHaveValue('Under construction');
});

test('several findings are dismissed with one reason, and what failed stays with it', async () => {
  const third = otherBuilding(9, 'Au Port');
  api.on(LIST_CALL, () => page([FINDING, otherBuilding(8, 'Lac'), third]));
  const detail = 'This finding has changed, or is gone. Look at the list again.';
  const SECOND_CALL = 'PUT /admin/portfolio-check/unit_count/8';
  api.reject(SECOND_CALL, 409, detail);
  const { user, press, answer } = await open({ kind: 'unit_count' });
  await user.click(await screen.findByRole('checkbox', { name: /Seeblick/ }));
  await user.click(screen.getByRole('checkbox', { name: /Lac/ }));
  await press('Dismiss selected');
  const inDialog = within(await dialog('Dismiss 2 findings'));
  expect(inDialog.queryByText('Au Port')).toBeNull();
  await user.type(inDialog.getByLabelText(/^Reason/), 'Later');
  await answer('Dismiss 2 findings', 'Dismiss');
  expect(await inDialog.findByText(detail)).toBeVisible();
  expect(inDialog.getByLabelText(/^Reason/)).toHaveValue('Later');
  api.on(SECOND_CALL, () => ({ status: 204 }));
  api.on(LIST_CALL, () => page([third]));
  await answer('Dismiss 2 findings', 'Dismiss');
  expect(await screen.findByText('2 findings dismissed')).toBeVisible();
  for (const call of [ASIDE_CALL, SECOND_CALL])
    expect(api.sent(call)[0]).toEqual({ state: '12 declared, 10 entered', reason: 'Later' });
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

test('a dismissed finding shows its reason and can be reopened', async () => {
  const set_aside = { reason: 'Under construction', at: '2026-11-20T08:00:00Z' };
  api.on(LIST_CALL, () => page([{ ...FINDING, set_aside }]));
  api.on('DELETE /admin/portfolio-check/unit_count/7', () => ({ status: 204 }));
  const { press } = await open({ kind: 'unit_count', aside: 'yes' });
  expect(await screen.findByText('Under construction')).toBeVisible();
  expect(api.queries(LIST_CALL)[0]).toEqual({ page: '1', set_aside: 'true' });
  await press('Reopen');
  expect(await screen.findByText('Finding reopened')).toBeVisible();
});

const EMAIL = 'ada+flat@example.com';
const ZOE = { kind: 'user', id: 3, name: 'Zoe (a@example.com)' };

/** A link of a finding, and where it leads: to what cures it, or to what it is about. */
const LINKS = [
  {
    kind: 'unit_count',
    finding: {},
    name: 'Add apartment',
    href: '/apartments/create?condo_id=7&finding=unit_count&finding_id=7&finding_page=1',
  },
  {
    kind: 'building_without_manager',
    finding: {},
    name: 'Invite',
    href: '/users/invite?condo_id=7&role=building_manager&finding=building_without_manager&finding_id=7&finding_page=1',
  },
  {
    kind: 'empty_apartment',
    finding: { record: { kind: 'apartment', id: 4, name: '4A, Seeblick' } },
    name: 'Invite',
    href: '/users/invite?condo_id=7&apartment_id=4&finding=empty_apartment&finding_id=4&finding_page=1',
  },
  {
    kind: 'person_without_association',
    finding: { record: { ...ZOE, id: 4, email: EMAIL }, condo_id: null },
    name: 'Invite',
    href: '/users/invite?email=ada%2Bflat%40example.com&finding=person_without_association&finding_id=4&finding_page=1',
  },
  {
    kind: 'open_invitation',
    finding: { record: { kind: 'invitation', id: 4, name: 'new@example.com' } },
    name: 'new@example.com',
    href: '/pending-invitations?search=new%40example.com',
  },
  {
    kind: 'duplicate_person',
    finding: { record: ZOE, condo_id: null, others: [{ id: 9, name: 'Zoe (b@example.com)' }] },
    name: 'Zoe (b@example.com)',
    href: '/users/9',
  },
] as const;

test.each(LINKS)('$kind: "$name" leads to $href', async ({ kind, finding, name, href }) => {
  api.on(`GET /admin/portfolio-check/${kind}`, () => page([{ ...FINDING, ...finding }], 3));
  await open({ kind });
  expect(await hrefOf(name)).toBe(href);
  expect(screen.getByText('Showing page 1 of 3')).toBeVisible();
});

test('Back from the fix finds the row, with the invited person in place of the step', async () => {
  const under_way = { email: 'anna@example.com', at: new Date().toISOString() };
  api.on('GET /admin/portfolio-check/building_without_manager', () =>
    page([{ ...FINDING, under_way }, otherBuilding(8, 'Lac')]),
  );
  await open({ kind: 'building_without_manager', at: 7 });
  expect(await screen.findByText('Invited anna@example.com, today')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Seeblick' })).toHaveFocus());
  expect(screen.getAllByRole('link', { name: 'Invite' })).toHaveLength(1);
});

test('the accounts of one person are compared, and the unused one is deleted there', async () => {
  const call = 'GET /admin/portfolio-check/duplicate_person';
  const record = { kind: 'user', id: 21, name: 'Anna Muster' };
  const others = [{ id: 22, name: 'Anna Muster' }];
  const owned = {
    id: 1,
    condo_id: 7,
    condo_name: 'Seeblick',
    apartment_number: '1A',
    role: 'owner',
  };
  api
    .serve({
      '/admin/users/21': aUser({ id: 21, email: 'old@example.ch', condo_associations: [] }),
      '/admin/users/22': aUser({ id: 22, email: 'new@example.ch', condo_associations: [owned] }),
    })
    .on(call, () => page([{ ...FINDING, record, condo_id: null, state: '21,22', others }]))
    .on('DELETE /admin/users/21', () => ({ body: { message: 'deleted' } }));
  const { user, press, answer } = await open({ kind: 'duplicate_person' });
  await press('Compare');
  const compared = within(await dialog('Compare Accounts'));
  const account = (name: string) => compared.findByRole('listitem', { name });
  expect(await account('old@example.ch')).toHaveTextContent('AssociationsNone');
  expect(await account('new@example.ch')).toHaveTextContent('AssociationsSeeblick, 1A (Owner)');
  await user.click(compared.getByRole('button', { name: 'Delete', description: 'old@example.ch' }));
  await answer('Delete User', 'Delete');
  expect(await screen.findByText('User deleted')).toBeVisible();
  expect(api.made('DELETE /admin/users/21')).toHaveLength(1);
  await noDialog();
  // The finding is asked for again.
  await waitFor(() => expect(api.made(call)).toHaveLength(2));
});
