import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BulkPage } from '~/features/bulk/bulk-page';
import { CondoDetailPage } from '~/features/condos/condo-detail-page';
import { CreateCondoPage } from '~/features/condos/create-condo-page';
import { CondoInvitations } from '~/features/invitations/condo-invitations';
import { PeopleCard } from '~/features/users/people-card';
import { UserDetailPage } from '~/features/users/user-detail-page';
import { renderScreen } from '../../../support/render-screen';
import { anInvitation, aUser } from '../../../support/builders';
import { api } from '../../../support/stub-transport';
import { CONDO, fillRequired, REQUIRED_FIELDS } from './condo-fixtures';

const USERS_CALL = 'GET /admin/users';
const CREATE_CALL = 'POST /admin/condos';

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
const APARTMENT = { id: 31, condo_id: 7, apartment_number: '1A' };

beforeEach(() => {
  api
    .on('GET /admin/condos/7', () => ({ body: CONDO }))
    .on('GET /admin/apartments', () => ({ body: [APARTMENT] }))
    .on(USERS_CALL, () => ({
      body: { data: [ANNA], pagination: { current_page: 1, total_pages: 3 } },
    }))
    .on('GET /admin/invitations', () => ({
      body: [
        anInvitation({ id: 61, email: 'a@example.ch', condo: { id: 7, name: 'Other name' } }),
        anInvitation({ id: 62, email: 'b@example.ch', condo: { name: 'Seestrasse 7' } }),
        anInvitation({ id: 63, email: 'c@example.ch', condo: { id: 8, name: 'Seestrasse 7' } }),
      ],
    }));
});

async function openCondo() {
  const opened = await renderScreen(
    <>
      <CondoDetailPage condoId={7} />
      <PeopleCard condoId={7}>
        {({ name }, id) => <CondoInvitations condoId={id} condoName={name} />}
      </PeopleCard>
    </>,
    { path: '/condos/7' },
  );
  await screen.findByRole('heading', { name: 'People' });
  return opened;
}

describe("a building's page", () => {
  it('lists its people with their roles there, page by page', async () => {
    const { user } = await openCondo();
    const list = await screen.findByRole('list', { name: 'People of this building' });
    const lines = within(list).getAllByRole('listitem');
    expect(lines.map((line) => Array.from(line.children, (part) => part.textContent))).toEqual([
      ['Anna Muster', 'anna@example.ch', 'Unit 1A', 'Owner'],
      ['Anna Muster', 'anna@example.ch', 'Unit 1B', 'Renter'],
    ]);
    expect(within(list).getAllByRole('link', { name: 'Anna Muster' })[0]).toHaveAttribute(
      'href',
      '/users/21',
    );
    expect(api.made(USERS_CALL)[0]?.query).toEqual({
      condo_id: '7',
      page: '1',
      page_size: '10',
      with_total: 'true',
    });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    const pages = () =>
      api.made(USERS_CALL).flatMap(({ query }) => (query.page_size === '10' ? [query.page] : []));
    await waitFor(() => expect(pages()).toEqual(['1', '2']));
  });

  it('names the people of an apartment under its number, and in its opened row with their roles', async () => {
    api.on(USERS_CALL, () => ({ body: [ANNA] }));
    const { user } = await openCondo();
    // The cells are made anew once rows can be chosen.
    await screen.findByRole('checkbox', { name: 'Select 1A' });
    const line = await screen.findByRole('button', { name: 'Anna Muster', expanded: false });
    expect(line.closest('td')).toHaveTextContent('1AAnna Muster');
    await user.click(line);
    const people = screen.getByRole('list', { name: 'People of 1A' });
    expect(people).toHaveTextContent('Anna Muster, Owner');
    expect(within(people).getByRole('link', { name: 'Anna Muster' })).toHaveAttribute(
      'href',
      '/users/21',
    );
    await user.click(line);
    expect(screen.queryByRole('list', { name: 'People of 1A' })).toBeNull();
    // The first page was all of them.
    expect(api.made(USERS_CALL)).toHaveLength(1);
  });

  it('copies the e-mail addresses of the people of chosen apartments', async () => {
    api.on(USERS_CALL, () => ({ body: [ANNA, aUser({ id: 22, email: 'other@example.ch' })] }));
    const { user } = await openCondo();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('checkbox', { name: 'Select 1A' }));
    const bar = await screen.findByRole('region', { name: 'Selection' });
    await user.click(within(bar).getByRole('button', { name: 'Copy e-mail addresses' }));
    expect(await screen.findByText('1 e-mail address copied')).toBeVisible();
    expect(write).toHaveBeenLastCalledWith(ANNA.email);
  });

  it('reads everyone by pages of 100 where there are more than ten', async () => {
    const others = Array.from({ length: 11 }, (_, index) => aUser({ id: 100 + index }));
    api.on(USERS_CALL, ({ query }) => ({
      body: {
        data: query.page_size === '10' ? others.slice(0, 10) : query.page === '1' ? others : [ANNA],
        pagination: { current_page: Number(query.page), total_pages: 2 },
      },
    }));
    await openCondo();
    expect(await screen.findByRole('button', { name: 'Anna Muster' })).toBeVisible();
    expect(api.made(USERS_CALL).map(({ query }) => [query.page, query.page_size])).toEqual([
      ['1', '10'],
      ['1', '100'],
      ['2', '100'],
    ]);
  });

  it('reads everyone when a row is opened, where the API does not take pages of 100', async () => {
    api.on(USERS_CALL, ({ query }) =>
      query.page_size === '100'
        ? { status: 422, body: { detail: 'too large' } }
        : {
            body: {
              data: query.page === '3' ? [ANNA] : [aUser({ id: 100 + Number(query.page) })],
              pagination: { current_page: Number(query.page), total_pages: 3 },
            },
          },
    );
    const { user } = await openCondo();
    // The cells are made anew once rows can be chosen.
    await screen.findByRole('checkbox', { name: 'Select 1A' });
    const line = await screen.findByRole('button', { name: 'People' });
    await waitFor(() => expect(api.made(USERS_CALL)).toHaveLength(3));
    await user.click(line);
    expect(await screen.findByRole('list', { name: 'People of 1A' })).toHaveTextContent(
      'Anna Muster, Owner',
    );
    expect(api.made(USERS_CALL).at(-1)?.query).toMatchObject({ page: '3', page_size: '10' });
  });

  it('begins with links to its sections, with the numbers that are known', async () => {
    const { user } = await openCondo();
    const sections = screen.getByRole('navigation', { name: 'On this page' });
    const named = () =>
      within(sections)
        .getAllByRole('link')
        .map((link) => link.textContent);
    // Of three pages of people only the first is read.
    await waitFor(() =>
      expect(named()).toEqual(['Apartments 1', 'People ', 'Invitations 2', 'History ']),
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
    expect(lines.map((line) => line.firstElementChild?.textContent)).toEqual([
      'a@example.ch',
      'b@example.ch',
    ]);
    expect(screen.getByRole('link', { name: 'Invite to this Building' })).toHaveAttribute(
      'href',
      '/users/invite?condo_id=7',
    );
  });

  it('names the place below the name, and edits from its header', async () => {
    const { user } = await openCondo();
    expect(screen.getByText('01003 Zürich, ZH')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit Building' }));
    const first = await screen.findByLabelText('Building Name or First Line of the Address');
    await waitFor(() => expect(first).toHaveFocus());
    expect(first).toHaveValue('Seestrasse 7');
  });

  it('is deleted from its header, and leads to the list without asking for it again', async () => {
    api.on('DELETE /admin/condos/7', () => ({ body: {} }));
    const { user } = await openCondo();
    await user.click(screen.getByRole('button', { name: 'Delete Building' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Building' });
    expect(within(dialog).getByText('Seestrasse 7')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('At /condos')).toBeVisible();
    expect(await screen.findByText('Building deleted')).toBeVisible();
    expect(api.made('GET /admin/condos/7')).toHaveLength(1);
  });

  it('leads to the import with the building filled in', async () => {
    await openCondo();
    expect(screen.getByRole('link', { name: 'Import apartments' })).toHaveAttribute(
      'href',
      '/bulk-operations?type=apartment&condo_id=7',
    );
  });
});

it('the import of a building has its type chosen and says which building', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await renderScreen(<BulkPage type="apartment" condo_id={7} />);
  expect(screen.getByLabelText('Upload Type')).toHaveValue('apartment');
  expect(await screen.findByText('Seestrasse 7')).toBeVisible();
  expect(screen.getByText(/The template has its id, 7, filled in/)).toBeVisible();
  // An API that is not the embedded one gets the file as it is.
  expect(screen.queryByText(/A file without this column/)).toBeNull();
});

it("a person's associations lead to building and apartment", async () => {
  api.on('GET /admin/users/21', () => ({ body: ANNA }));
  await renderScreen(<UserDetailPage userId={21} />);
  expect(await screen.findByRole('link', { name: '1A' })).toHaveAttribute(
    'href',
    '/condos/7#unit-1A',
  );
  expect(screen.getByRole('link', { name: 'Elsewhere' })).toHaveAttribute('href', '/condos/8');
  // Of a building without an id there is only the name.
  expect(screen.queryByRole('link', { name: '1B' })).toBeNull();
});

async function create() {
  const { user } = await renderScreen(<CreateCondoPage />, { path: '/condos/create' });
  await fillRequired(user);
  await user.click(screen.getByRole('button', { name: 'Create Building' }));
  await screen.findByText('At /condos');
}

describe('a created building', () => {
  it('is where the toast leads to', async () => {
    api.on(CREATE_CALL, () => ({ status: 201, body: { id: 99 } }));
    await create();
    expect(await screen.findByText('Building created')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View building' })).toHaveAttribute(
      'href',
      '/condos/99',
    );
  });

  it('is looked for where the API does not say its id', async () => {
    const { 'Building Name or First Line of the Address': name, Address: address } =
      REQUIRED_FIELDS;
    api
      .on(CREATE_CALL, () => ({ status: 201, body: {} }))
      .on('GET /admin/condos', () => ({
        body: [
          { id: 4, name, address },
          { id: 5, name, address },
          { id: 6, name, address: 'Elsewhere' },
        ],
      }));
    await create();
    expect(await screen.findByRole('link', { name: 'View building' })).toHaveAttribute(
      'href',
      '/condos/5',
    );
  });

  it('has a toast without a link where it cannot be found', async () => {
    api
      .on(CREATE_CALL, () => ({ status: 201, body: {} }))
      .on('GET /admin/condos', () => ({ status: 500, body: {} }));
    await create();
    expect(await screen.findByText('Building created')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'View building' })).toBeNull();
  });
});
