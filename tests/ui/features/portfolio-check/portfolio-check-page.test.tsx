import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { portfolioCheckSearch } from '~/data/portfolio-check/portfolio-check-search';
import { PortfolioCheckPage } from '~/features/portfolio-check/portfolio-check-page';
import { CompareUsers } from '~/features/users/compare-users';
import { aUser } from '../../../support/builders';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

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

function page(findings: object[], total_pages = 1) {
  return { body: { findings, pagination: { current_page: 1, total_pages } } };
}

beforeEach(() => {
  api.on(COUNTS_CALL, () => ({
    body: [
      { kind: 'unit_count', count: 1_200, under_way: 2, set_aside: 3 },
      { kind: 'missing_image', count: 0, under_way: 0, set_aside: 0 },
    ],
  }));
  api.on(LIST_CALL, () => page([FINDING]));
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
  const { user } = await open();
  const link = await screen.findByRole('link', {
    name: 'Declared units differ from apartments entered',
  });
  expect(link).toHaveAttribute('href', '/portfolio-check?kind=unit_count');
  const row = must(link.closest('tr'));
  expect(within(row).getByText('1,200')).toBeVisible();
  expect(within(row).getByRole('link', { name: /^3 dismissed/ })).toHaveAttribute(
    'href',
    '/portfolio-check?kind=unit_count&aside=yes',
  );
  expect(within(row).getByText('2')).toBeVisible();
  // What is fine is folded and leads nowhere.
  expect(screen.getAllByRole('row')).toHaveLength(2);
  await user.click(screen.getByText('1 check passed'));
  expect(screen.getByText('Buildings without an image').closest('a')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(api.made(COUNTS_CALL)).toHaveLength(2));
});

test('says so when nothing is wrong', async () => {
  api.on(COUNTS_CALL, () => ({
    body: [{ kind: 'unit_count', count: 0, under_way: 0, set_aside: 0 }],
  }));
  await open();
  expect(await screen.findByText('All checks passed.')).toBeVisible();
});

test('says so when the check failed', async () => {
  api.on(COUNTS_CALL, () => ({ status: 403, body: {} }));
  await open();
  expect(await screen.findByText('The portfolio could not be checked.')).toBeVisible();
});

test('a finding is put aside with a reason, which is required', async () => {
  api.on(ASIDE_CALL, () => ({ status: 204 }));
  const { user } = await open({ kind: 'unit_count' });
  const link = await screen.findByRole('link', { name: 'Seeblick' });
  expect(link).toHaveAttribute('href', '/condos/7');
  expect(screen.getByText('12 declared, 10 entered')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss' }));
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
  expect(await dialog.findByText('Reason is required')).toBeVisible();
  expect(api.made(ASIDE_CALL)).toHaveLength(0);
  await user.type(dialog.getByLabelText(/^Reason/), 'Under construction');
  api.on(LIST_CALL, () => page([]));
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('Finding dismissed')).toBeVisible();
  expect(api.made(ASIDE_CALL)[0]?.json).toEqual({
    state: '12 declared, 10 entered',
    reason: 'Under construction',
  });
  expect(await screen.findByText('No findings.')).toBeVisible();
});

test('several findings are dismissed with one reason, and what failed stays with it', async () => {
  const second = { ...FINDING, record: { ...FINDING.record, id: 8, name: 'Lac' } };
  const third = { ...FINDING, record: { ...FINDING.record, id: 9, name: 'Au Port' } };
  api.on(LIST_CALL, () => page([FINDING, second, third]));
  api.on(ASIDE_CALL, () => ({ status: 204 }));
  const detail = 'This finding has changed, or is gone. Look at the list again.';
  const SECOND_CALL = 'PUT /admin/portfolio-check/unit_count/8';
  api.on(SECOND_CALL, () => ({ status: 409, body: { detail } }));
  const { user } = await open({ kind: 'unit_count' });
  await user.click(await screen.findByRole('checkbox', { name: /Seeblick/ }));
  await user.click(screen.getByRole('checkbox', { name: /Lac/ }));
  await user.click(await screen.findByRole('button', { name: 'Dismiss selected' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss 2 findings' }));
  expect(dialog.queryByText('Au Port')).toBeNull();
  await user.type(dialog.getByLabelText(/^Reason/), 'Later');
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
  expect(await dialog.findByText(detail)).toBeVisible();
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Later');
  api.on(SECOND_CALL, () => ({ status: 204 }));
  api.on(LIST_CALL, () => page([third]));
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('2 findings dismissed')).toBeVisible();
  for (const call of [ASIDE_CALL, SECOND_CALL])
    expect(api.made(call)[0]?.json).toEqual({ state: '12 declared, 10 entered', reason: 'Later' });
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

test('a finding that has changed says so in the dialog, and what was typed stays', async () => {
  const detail = 'This finding has changed, or is gone. Look at the list again.';
  api.on(ASIDE_CALL, () => ({ status: 409, body: { detail } }));
  const { user } = await open({ kind: 'unit_count' });
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'Later');
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
  expect(await dialog.findByText(detail)).toBeVisible();
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Later');
});

test('what was put aside shows its reason and can be taken back', async () => {
  const set_aside = { reason: 'Under construction', at: '2026-11-20T08:00:00Z' };
  api.on(LIST_CALL, () => page([{ ...FINDING, set_aside }]));
  api.on('DELETE /admin/portfolio-check/unit_count/7', () => ({ status: 204 }));
  const { user } = await open({ kind: 'unit_count', aside: 'yes' });
  expect(await screen.findByText('Under construction')).toBeVisible();
  expect(api.made(LIST_CALL)[0]?.query).toEqual({ page: '1', set_aside: 'true' });
  await user.click(screen.getByRole('button', { name: 'Reopen' }));
  expect(await screen.findByText('Finding reopened')).toBeVisible();
});

test('duplicates name each other', async () => {
  api.on('GET /admin/portfolio-check/duplicate_person', () =>
    page([
      {
        record: { kind: 'user', id: 3, name: 'Zoe (a@example.com)' },
        condo_id: null,
        state: '3,9',
        under_way: null,
        others: [{ id: 9, name: 'Zoe (b@example.com)' }],
        set_aside: null,
      },
    ]),
  );
  await open({ kind: 'duplicate_person' });
  const other = await screen.findByRole('link', { name: 'Zoe (b@example.com)' });
  expect(other).toHaveAttribute('href', '/users/9');
});

test('an apartment without a resident leads to the invitation; a long list has pages', async () => {
  const record = { kind: 'apartment', id: 4, name: '4A, Seeblick' };
  api.on('GET /admin/portfolio-check/empty_apartment', () => page([{ ...FINDING, record }], 3));
  await open({ kind: 'empty_apartment' });
  const invite = await screen.findByRole('link', { name: 'Invite' });
  expect(invite).toHaveAttribute(
    'href',
    '/users/invite?condo_id=7&apartment_id=4&finding=empty_apartment&finding_id=4&finding_page=1',
  );
  expect(screen.getByText('Showing page 1 of 3')).toBeVisible();
});

function must(row: Element | null): HTMLElement {
  if (!(row instanceof HTMLElement)) throw new Error('There is no row');
  return row;
}

test.each([
  [
    'unit_count',
    'Add apartment',
    '/apartments/create?condo_id=7&finding=unit_count&finding_id=7&finding_page=1',
  ],
  [
    'building_without_manager',
    'Invite',
    '/users/invite?condo_id=7&role=building_manager&finding=building_without_manager&finding_id=7&finding_page=1',
  ],
] as const)('%s leads to the step that cures it', async (kind, name, href) => {
  api.on(`GET /admin/portfolio-check/${kind}`, () => page([FINDING]));
  await open({ kind });
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
});

test('a person without an association leads to an invitation to their address', async () => {
  const email = 'ada+flat@example.com';
  const record = { kind: 'user', id: 4, name: `Ada (${email})`, email };
  api.on('GET /admin/portfolio-check/person_without_association', () =>
    page([{ ...FINDING, record, condo_id: null }]),
  );
  await open({ kind: 'person_without_association' });
  expect(await screen.findByRole('link', { name: 'Invite' })).toHaveAttribute(
    'href',
    '/users/invite?email=ada%2Bflat%40example.com&finding=person_without_association&finding_id=4&finding_page=1',
  );
});

test('an invitation leads to the list with its buttons', async () => {
  const record = { kind: 'invitation', id: 4, name: 'new@example.com' };
  api.on('GET /admin/portfolio-check/open_invitation', () => page([{ ...FINDING, record }]));
  await open({ kind: 'open_invitation' });
  const link = await screen.findByRole('link', { name: 'new@example.com' });
  expect(link).toHaveAttribute('href', '/pending-invitations?search=new%40example.com');
});

test('who comes back from the cure finds the row, and who was invited instead of the step', async () => {
  const under_way = { email: 'anna@example.com', at: new Date().toISOString() };
  const other = { ...FINDING, record: { ...FINDING.record, id: 8, name: 'Lac' } };
  api.on('GET /admin/portfolio-check/building_without_manager', () =>
    page([{ ...FINDING, under_way }, other]),
  );
  await open({ kind: 'building_without_manager', at: 7 });
  expect(await screen.findByText('Invited anna@example.com, today')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Seeblick' })).toHaveFocus());
  expect(screen.getAllByRole('link', { name: 'Invite' })).toHaveLength(1);
});

test('the accounts of one person are compared, and the unused one is deleted there', async () => {
  const call = 'GET /admin/portfolio-check/duplicate_person';
  const others = [{ id: 22, name: 'Anna Muster' }];
  api
    .on(call, () =>
      page([
        {
          ...FINDING,
          record: { kind: 'user', id: 21, name: 'Anna Muster' },
          condo_id: null,
          state: '21,22',
          others,
        },
      ]),
    )
    .on('GET /admin/users/21', () => ({
      body: aUser({
        id: 21,
        email: 'old@example.ch',
        last_login: null,
        condo_associations: [],
      }),
    }))
    .on('GET /admin/users/22', () => ({
      body: aUser({
        id: 22,
        email: 'new@example.ch',
        condo_associations: [
          { id: 1, condo_id: 7, condo_name: 'Seeblick', apartment_number: '1A', role: 'owner' },
        ],
      }),
    }))
    .on('DELETE /admin/users/21', () => ({ body: { message: 'deleted' } }));
  const { user } = await open({ kind: 'duplicate_person' });
  await user.click(await screen.findByRole('button', { name: 'Compare' }));
  const dialog = await screen.findByRole('dialog', { name: 'Compare Accounts' });
  const account = (name: string) => within(dialog).findByRole('listitem', { name });
  expect(await account('old@example.ch')).toHaveTextContent('AssociationsNone');
  expect(await account('new@example.ch')).toHaveTextContent('AssociationsSeeblick, 1A (Owner)');
  await user.click(
    within(dialog).getByRole('button', { name: 'Delete', description: 'old@example.ch' }),
  );
  const question = await screen.findByRole('dialog', { name: 'Delete User' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('User deleted')).toBeVisible();
  expect(api.made('DELETE /admin/users/21')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The finding is asked for again.
  await waitFor(() => expect(api.made(call)).toHaveLength(2));
});
