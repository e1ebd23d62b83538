import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BulkPage } from '~/imports/screens/bulk-page';
import { CreateCondoPage } from '~/condos/screens/create-condo-page';
import { CondoInvitations } from '~/invitations/screens/condo-invitations';
import { PeopleCard } from '~/users/screens/people-card';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { anInvitation, aUser } from '../../support/builders';
import { dialog, field, hrefOf, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { userPage } from '../users/user-fixtures';
import { CondoScreen } from './condo-screen';
import { CONDO, fillRequired, REQUIRED_FIELDS } from './condo-fixtures';

const USERS_CALL = 'GET /admin/users';

const association = { id: 1, condo_id: 7, condo_name: 'Seestrasse 7', created_at: null };
const ANNA = aUser({
  id: 21,
  last_name: 'Muster',
  condo_associations: [
    { ...association, apartment_number: '1A', role: 'owner' },
    { ...association, id: 2, condo_id: 8, condo_name: 'Elsewhere', role: 'renter' },
    { ...association, id: 3, condo_id: null, apartment_number: '1B', role: 'renter' },
  ],
});

beforeEach(() => {
  api.serve({
    '/admin/condos/7': CONDO,
    '/admin/apartments': [{ id: 31, condo_id: 7, apartment_number: '1A' }],
    '/admin/users': userPage([ANNA], 1, 3).body,
    '/admin/invitations': [
      anInvitation({ id: 61, email: 'a@example.ch', condo: { id: 7, name: 'Other name' } }),
      anInvitation({ id: 62, email: 'b@example.ch', condo: { name: 'Seestrasse 7' } }),
      anInvitation({ id: 63, email: 'c@example.ch', condo: { id: 8, name: 'Seestrasse 7' } }),
    ],
  });
});

async function openCondo() {
  const opened = await renderScreen(
    <>
      <CondoScreen condoId={7} />
      <PeopleCard condoId={7}>
        {({ name }) => <CondoInvitations condoId={7} condoName={name} />}
      </PeopleCard>
    </>,
    '/condos/7',
  );
  await screen.findByRole('heading', { name: 'People' });
  return opened;
}

/** The cells are rendered again once rows can be chosen. */
async function openWithSelection() {
  const opened = await openCondo();
  await screen.findByRole('checkbox', { name: 'Select 1A' });
  return opened;
}

describe("a building's page", () => {
  it('lists its people with their roles there, page by page', async () => {
    const { press } = await openCondo();
    const list = await screen.findByRole('list', { name: 'People of this building' });
    const lines = within(list).getAllByRole('listitem');
    expect(lines.map(({ children }) => textsOf(children))).toEqual([
      ['Anna Muster', 'anna@example.ch', 'Unit 1A', 'Owner'],
      ['Anna Muster', 'anna@example.ch', 'Unit 1B', 'Renter'],
    ]);
    const [link] = within(list).getAllByRole('link', { name: 'Anna Muster' });
    expect(link).toHaveAttribute('href', '/users/21');
    expect(api.queries(USERS_CALL)[0]).toEqual({
      condo_id: '7',
      page: '1',
      page_size: '10',
      with_total: 'true',
    });
    await press('Next');
    const pages = () => api.queries(USERS_CALL).filter(({ page_size }) => page_size === '10');
    await waitFor(() => expect(pages().map(({ page }) => page)).toEqual(['1', '2']));
  });

  it('names the people of an apartment under its number, and in its opened row with their roles', async () => {
    api.on(USERS_CALL, () => ({ body: [ANNA] }));
    const { user } = await openWithSelection();
    const line = await screen.findByRole('button', { name: 'Anna Muster, Owner', expanded: false });
    expect(line.closest('td')).toHaveTextContent('1AAnna Muster, Owner');
    await user.click(line);
    const people = screen.getByRole('list', { name: 'People of 1A' });
    expect(people).toHaveTextContent('Anna Muster, Owner');
    const link = within(people).getByRole('link', { name: 'Anna Muster' });
    expect(link).toHaveAttribute('href', '/users/21');
    await user.click(line);
    expect(screen.queryByRole('list', { name: 'People of 1A' })).toBeNull();
    // The first page was all of them.
    expect(api.made(USERS_CALL)).toHaveLength(1);
  });

  it('copies the e-mail addresses of the people of chosen apartments', async () => {
    api.on(USERS_CALL, () => ({ body: [ANNA, aUser({ id: 22, email: 'other@example.ch' })] }));
    const { user } = await openWithSelection();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('checkbox', { name: 'Select 1A' }));
    const bar = await screen.findByRole('region', { name: 'Selection' });
    await user.click(within(bar).getByRole('button', { name: 'Copy e-mail addresses' }));
    expect(await screen.findByText('1 e-mail address copied')).toBeVisible();
    expect(write).toHaveBeenLastCalledWith(ANNA.email);
  });

  it('reads everyone by pages of 100 where there are more than ten', async () => {
    const others = Array.from({ length: 11 }, (_, index) => aUser({ id: 100 + index }));
    api.on(USERS_CALL, ({ query: { page, page_size } }) => {
      const users = page_size === '10' ? others.slice(0, 10) : page === '1' ? others : [ANNA];
      return userPage(users, Number(page), 2);
    });
    await openCondo();
    expect(await screen.findByRole('button', { name: 'Anna Muster, Owner' })).toBeVisible();
    expect(api.queries(USERS_CALL).map(({ page, page_size }) => [page, page_size])).toEqual([
      ['1', '10'],
      ['1', '100'],
      ['2', '100'],
    ]);
  });

  it('reads everyone when a row is opened, where the API does not take pages of 100', async () => {
    api.on(USERS_CALL, ({ query }) => {
      const page = Number(query.page);
      return query.page_size === '100'
        ? { status: 422, body: { detail: 'too large' } }
        : userPage(page === 3 ? [ANNA] : [aUser({ id: 100 + page })], page, 3);
    });
    const { user } = await openWithSelection();
    const line = await screen.findByRole('button', { name: 'People' });
    await waitFor(() => expect(api.made(USERS_CALL)).toHaveLength(3));
    await user.click(line);
    const people = await screen.findByRole('list', { name: 'People of 1A' });
    expect(people).toHaveTextContent('Anna Muster, Owner');
    expect(api.queries(USERS_CALL).at(-1)).toMatchObject({ page: '3', page_size: '10' });
  });

  it('begins with links to its sections, with the numbers that are known', async () => {
    const { user } = await openCondo();
    const sections = screen.getByRole('navigation', { name: 'On this page' });
    const named = () => textsOf(within(sections).getAllByRole('link'));
    // People have three pages, of which only the first is read. So their number is unknown.
    await waitFor(() =>
      expect(named()).toEqual(['Apartments 1', 'People', 'Invitations 2', 'History']),
    );
    const scrolled = vi.fn<() => void>();
    Element.prototype.scrollIntoView = scrolled;
    await user.click(within(sections).getByRole('link', { name: 'Invitations 2' }));
    expect(scrolled.mock.contexts[0]).toBe(document.getElementById('invitations'));
    expect(document.activeElement).toHaveAttribute('id', 'invitations');
  });

  it('lists its pending invitations, and invites with the building filled in', async () => {
    await openCondo();
    const list = await screen.findByRole('list', { name: 'Pending invitations' });
    const lines = within(list).getAllByRole('listitem');
    const emails = lines.map((line) => line.firstElementChild?.textContent);
    expect(emails).toEqual(['a@example.ch', 'b@example.ch']);
    expect(await hrefOf('Invite to this Building')).toBe('/users/invite?condo_id=7&from=condo');
  });

  it('leads to the import with the building filled in', async () => {
    await openCondo();
    expect(await hrefOf('Import apartments')).toBe('/bulk-operations?type=apartment&condo_id=7');
  });

  it('names the place below the name, and edits from its header', async () => {
    const { press } = await openCondo();
    expect(screen.getByText('01003 Zürich, ZH')).toBeVisible();
    await press('Edit Building');
    const first = await screen.findByLabelText('Building Name or First Line of the Address');
    await waitFor(() => expect(first).toHaveFocus());
    expect(first).toHaveValue('Seestrasse 7');
  });

  it('is deleted from its header, and leads to the list without asking for it again', async () => {
    api.on('DELETE /admin/condos/7', () => ({ body: {} }));
    const { press, answer } = await openCondo();
    await press('Delete Building');
    expect(await dialog('Delete Building')).toHaveAccessibleDescription(
      /^Are you sure you want to delete this building\? This action cannot be undone\. ?Seestrasse 7$/,
    );
    await answer('Delete Building', 'Delete');
    expect(await screen.findByText('At /condos')).toBeVisible();
    expect(await screen.findByText('Building deleted')).toBeVisible();
    expect(api.made('GET /admin/condos/7')).toHaveLength(1);
  });
});

it('the import of a building has its type chosen and says which building', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await renderScreen(<BulkPage type="apartment" condo_id={7} />);
  expect(field('Upload Type')).toHaveValue('apartment');
  expect(await screen.findByText('Seestrasse 7')).toBeVisible();
  expect(screen.getByText(/The template has its id, 7, filled in/)).toBeVisible();
  // An API that is not the embedded one gets the file as it is.
  expect(screen.queryByText(/A file without this column/)).toBeNull();
});

it("a person's associations lead to building and apartment", async () => {
  api.serve({ '/admin/users/21': ANNA });
  await renderScreen(<UserDetailPage userId={21} />);
  expect(await hrefOf('1A')).toBe('/condos/7#unit-1A');
  expect(await hrefOf('Elsewhere')).toBe('/condos/8');
  // A building without an id shows its name alone.
  expect(screen.queryByRole('link', { name: '1B' })).toBeNull();
});

const SAME = {
  name: REQUIRED_FIELDS['Building Name or First Line of the Address'],
  address: REQUIRED_FIELDS.Address,
};
const OTHER = { ...SAME, address: 'Elsewhere' };

it.each([
  ['with the id that the API says', { id: 99 }, { body: [] }, '/condos/99'],
  [
    'that is the newest with its name and address',
    {},
    {
      body: [
        { id: 4, ...SAME },
        { id: 5, ...SAME },
        { id: 6, ...OTHER },
      ],
    },
    '/condos/5',
  ],
  ['that cannot be found', {}, { status: 500, body: {} }, null],
])('the toast leads to a created building %s', async (_which, body, listed, href) => {
  api.on('POST /admin/condos', () => ({ status: 201, body })).on('GET /admin/condos', () => listed);
  const { user, press } = await renderScreen(<CreateCondoPage />, '/condos/create');
  await fillRequired(user);
  await press('Create Building');
  await screen.findByText('At /condos');
  expect(await screen.findByText('Building created')).toBeVisible();
  const link = screen.queryByRole('link', { name: 'View building' });
  expect(link?.getAttribute('href') ?? null).toBe(href);
});
