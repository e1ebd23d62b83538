import { useSearch } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { apartmentSearch } from '~/data/apartments/apartment-search';
import { ApartmentsPage } from '~/features/apartments/apartments-page';
import { anApartment } from '../../../support/builders';
import { api } from '../../../support/stub-transport';
import { renderScreen } from '../../../support/render-screen';

const LIST_CALL = 'GET /admin/apartments';
const UPDATE_CALL = 'PUT /admin/apartments/31';
const DELETE_CALL = 'DELETE /admin/apartments/31';
const QUESTION = 'Are you sure you want to delete this apartment? This action cannot be undone.';

const FIRST = anApartment({ id: 31, condo_id: 7 });
const SECOND = { id: 32, condo_id: 8, apartment_number: '1B', has_parking: false };

beforeEach(() => {
  api.on(LIST_CALL, () => ({ body: [FIRST, SECOND] }));
});

function ApartmentsScreen() {
  return <ApartmentsPage query={apartmentSearch.read(useSearch({ strict: false }))} />;
}

async function open() {
  const opened = await renderScreen(<ApartmentsScreen />, { path: '/apartments' });
  await card('1A');
  return opened;
}

const card = (number: string) => screen.findByRole('listitem', { name: `Unit ${number}` });
const inCard = async (number: string, name: string) =>
  within(await card(number)).getByRole('button', { name });

async function facts(number: string) {
  const terms = within(await card(number)).getAllByRole('term');
  return Object.fromEntries(
    terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
}

describe('the apartments list', () => {
  it('shows a card per unit with everything the specification names', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Apartments Management');
    expect(screen.getByRole('link', { name: 'Add New Apartment' })).toHaveAttribute(
      'href',
      '/apartments/create',
    );
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
    expect(api.made(LIST_CALL).map(({ query }) => query)).toEqual([{}]);
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
    await waitFor(() => expect(router.state.location.search).toEqual({ search: '1B' }));
  });

  it('says when nothing matches', async () => {
    api.on(LIST_CALL, () => ({ body: [] }));
    const { router } = await renderScreen(<ApartmentsScreen />, { path: '/apartments' });
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
    api.on(LIST_CALL, () => ({ body: many }));
    await open();
    expect(screen.getAllByRole('listitem').length).toBeLessThan(100);
    expect(await card('1A')).toHaveAttribute('aria-setsize', '5000');
    expect(await card('1A')).toHaveAttribute('aria-posinset', '1');
  });
});

async function edit() {
  const opened = await open();
  const opener = await inCard('1A', 'Edit');
  await opened.user.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Edit Apartment 1A' });
  return { ...opened, dialog, opener };
}

describe('editing from a card', () => {
  it('sends the whole apartment and refreshes the list', async () => {
    api.on(UPDATE_CALL, () => ({ body: {} }));
    const { user, dialog, opener } = await edit();
    const notes = within(dialog).getByLabelText('Notes');
    await user.clear(notes);
    await user.type(notes, 'Terrace');
    api.on(LIST_CALL, () => ({ body: [{ ...FIRST, notes: 'Terrace' }, SECOND] }));
    await user.click(within(dialog).getByRole('button', { name: 'Update Apartment' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.made(UPDATE_CALL)[0]?.json).toEqual({
      condo_id: 7,
      apartment_number: '1A',
      floor_number: 2,
      bedrooms: 3.5,
      bathrooms: 1,
      sqmt: 82.5,
      parking_spot_number: 'P1,P2',
      notes: 'Terrace',
    });
    await waitFor(async () => expect((await facts('1A')).Notes).toBe('Terrace'));
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('says when it failed', async () => {
    api.on(UPDATE_CALL, () => ({ status: 500, body: {} }));
    const { user, dialog } = await edit();
    const number = within(dialog).getByLabelText('Apartment Number');
    await user.type(number, '9');
    await user.click(within(dialog).getByRole('button', { name: 'Update Apartment' }));
    const notice = await screen.findByRole('dialog', { name: 'Error' });
    expect(within(notice).getByText('Failed to update apartment')).toBeVisible();
    await user.click(within(notice).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Error' })).toBeNull());
    expect(number).toBeVisible();
    expect(number).toHaveValue('1A9');
  });
});

describe('deleting from a card', () => {
  it('asks, deletes and says so', async () => {
    api.on(DELETE_CALL, () => ({ body: {} }));
    const { user } = await open();
    await user.click(await inCard('1A', 'Delete'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(QUESTION)).toBeVisible();
    expect(within(dialog).getByText('Apartment 1A')).toBeVisible();
    api.on(LIST_CALL, () => ({ body: [SECOND] }));
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    const result = await screen.findByRole('dialog', { name: 'Success' });
    expect(within(result).getByText('Apartment deleted successfully!')).toBeVisible();
    await user.click(within(result).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Unit 1A' })).toBeNull());
    await waitFor(() =>
      expect(within(screen.getByRole('listitem')).getByRole('link')).toHaveFocus(),
    );
  });
});
