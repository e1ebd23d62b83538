import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { apartmentSearch } from '~/apartments/search';
import { ApartmentsPage } from '~/apartments/screens/apartments-page';
import { anApartment } from '../../support/builders';
import { dialog, factsOf, field, hrefOf, noDialog, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const LIST_CALL = 'GET /admin/apartments';
const UPDATE_CALL = 'PUT /admin/apartments/31';
const DELETE_CALL = 'DELETE /admin/apartments/31';

const FIRST = anApartment({ id: 31, condo_id: 7 });
const SECOND = { id: 32, condo_id: 8, apartment_number: '1B', has_parking: false };

beforeEach(() => {
  api.serve({ '/admin/apartments': [FIRST, SECOND] });
});

const render = () =>
  renderScreen((search) => <ApartmentsPage query={apartmentSearch.read(search)} />, '/apartments');

async function open() {
  const opened = await render();
  await card('1A');
  return opened;
}

const card = (number: string) => screen.findByRole('listitem', { name: `Unit ${number}` });
const inCard = async (number: string, name: string) =>
  within(await card(number)).getByRole('button', { name });

const facts = async (number: string) => factsOf(within(await card(number)));

it("has the building's name beside its id, once it is known", async () => {
  api.serve({ '/admin/condos': [{ id: 7, name: 'Seestrasse 7' }] });
  await open();
  await waitFor(async () => expect((await facts('1A'))['Condo ID']).toBe('7Seestrasse 7'));
  expect((await facts('1B'))['Condo ID']).toBe('8');
});

it('shows a card per unit with everything the specification names', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Apartments Management');
  expect(await hrefOf('Add New Apartment')).toBe('/apartments/create');
  expect(screen.getByPlaceholderText('Search apartments by unit number...')).toBeVisible();
  expect(await facts('1A')).toEqual({
    Floor: '2',
    Bedrooms: '3.5',
    Bathrooms: '1',
    Parking: 'Yes',
    Sqmt: '82.5',
    'Condo ID': '7',
    Notes: 'Balcony',
  });
  expect(await facts('1B')).toEqual({
    Floor: '-',
    Bedrooms: '-',
    Bathrooms: '-',
    Parking: 'No',
    Sqmt: '-',
    'Condo ID': '8',
    Notes: '-',
  });
  expect(api.queries(LIST_CALL)).toEqual([{}]);
});

it('opens an apartment on the page of its building by a press anywhere on its card', async () => {
  const { user, router } = await open();
  await user.click(screen.getByText('Balcony'));
  await waitFor(() => expect(router.state.location.href).toBe('/condos/7#unit-1A'));
});

it('keeps the search in the address', async () => {
  const { user, router } = await open();
  api.on(LIST_CALL, ({ query }) => ({ body: query.search === '1B' ? [SECOND] : [] }));
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), '1B');
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Unit 1A' })).toBeNull());
  expect(await card('1B')).toBeVisible();
  await waitFor(() => expect(router.state.location.search).toMatchObject({ search: '1B' }));
});

it('says when nothing matches', async () => {
  api.serve({ '/admin/apartments': [] });
  const { router } = await render();
  expect(await screen.findByText('No apartments found.')).toBeVisible();
  await router.navigate({ to: '/apartments', search: { search: 'Q' } });
  expect(await screen.findByText('No apartments match')).toBeVisible();
});

it('puts only the cards in sight on the page, and still says how many there are', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({
    id: index + 1,
    condo_id: 1,
    apartment_number: index === 0 ? '1A' : `N${index}`,
  }));
  api.serve({ '/admin/apartments': many });
  await open();
  expect(screen.getAllByRole('listitem').length).toBeLessThan(100);
  expect(await card('1A')).toHaveAttribute('aria-setsize', '5000');
  expect(await card('1A')).toHaveAttribute('aria-posinset', '1');
});

it('stays in its edit dialog when that failed', async () => {
  api.on(UPDATE_CALL, () => ({ status: 500, body: {} }));
  const { user, press } = await open();
  await user.click(await inCard('1A', 'Edit'));
  await user.type(await screen.findByLabelText('Apartment Number'), '9');
  await press('Update Apartment');
  expect(await screen.findByText('Failed to update apartment')).toBeVisible();
  await press('OK');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Error' })).toBeNull());
  expect(await dialog('Edit Apartment 1A')).toBeVisible();
  expect(field('Apartment Number')).toHaveValue('1A9');
});

it('asks before Escape closes its edit dialog, but not while it is saved', async () => {
  const goOn = api.hold(UPDATE_CALL, () => ({ body: {} }));
  const { user, press, answer } = await open();
  await user.click(await inCard('1A', 'Edit'));
  await user.type(await screen.findByLabelText('Apartment Number'), '9{Escape}');
  await answer('Leave without saving?', 'Stay');
  expect(field('Apartment Number')).toHaveValue('1A9');
  await press('Update Apartment');
  await waitFor(() => expect(api.made(UPDATE_CALL)).toHaveLength(1));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull();
  expect(await dialog('Edit Apartment 1A')).toBeVisible();
  goOn();
  expect(await screen.findByText('Apartment updated')).toBeVisible();
  await noDialog();
});

it('leaves the focus on the next card when it is deleted', async () => {
  api.accept(DELETE_CALL, { '/admin/apartments': [SECOND] });
  const { user, answer, acknowledge } = await open();
  await user.click(await inCard('1A', 'Delete'));
  await answer('Delete Apartment', 'Delete');
  await acknowledge('Success', 'Apartment deleted successfully!');
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Unit 1A' })).toBeNull());
  const next = within(await card('1B')).getByRole('link');
  await waitFor(() => expect(next).toHaveFocus());
});
