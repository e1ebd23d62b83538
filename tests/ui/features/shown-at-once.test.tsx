import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { apartmentSearch } from '~/data/apartments/apartment-search';
import { condoSearch } from '~/data/condos/condo-search';
import { ApartmentsPage } from '~/features/apartments/apartments-page';
import { CondoDetailPage } from '~/features/condos/condo-detail-page';
import { CondosPage } from '~/features/condos/condos-page';
import { PendingInvitationsPage } from '~/features/invitations/pending-invitations-page';
import { aCondo, anApartment, anInvitation } from '../../support/builders';
import { must } from '../../support/must';
import { renderScreen } from '../../support/render-screen';
import { api } from '../../support/stub-transport';
import { CONDO } from './condos/condo-fixtures';

// What a change has made of a screen is there before the API has answered again, which may take long.

const LISTS = [
  {
    page: <CondosPage query={condoSearch.read({})} />,
    call: 'condos',
    rows: [aCondo({ id: 1, name: 'Gone' }), aCondo({ id: 2, name: 'Kept' })],
  },
  {
    page: <ApartmentsPage query={apartmentSearch.read({})} />,
    call: 'apartments',
    rows: [
      anApartment({ id: 1, condo_id: 7, notes: 'Gone' }),
      anApartment({ id: 2, condo_id: 7, notes: 'Kept' }),
    ],
  },
  {
    page: <PendingInvitationsPage />,
    call: 'invitations',
    rows: [anInvitation({ id: 1, email: 'Gone' }), anInvitation({ id: 2, email: 'Kept' })],
  },
];

const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

async function confirm(user: UserEvent) {
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
}

const silence = () => new Promise<never>(() => {});

beforeEach(() => {
  api
    .on('GET /admin/condos', () => ({ body: [] }))
    .on('GET /admin/users', () => ({ body: { data: [] } }))
    .on('GET /admin/invitations', () => ({ body: [] }));
});

describe.each(LISTS)('a list of $call', ({ page, call, rows }) => {
  beforeEach(() => {
    api
      .on(`GET /admin/${call}`, () => ({ body: rows }))
      .on(`DELETE /admin/${call}/1`, () => {
        api.on(`GET /admin/${call}`, silence);
        return { status: 204 };
      });
  });

  async function open() {
    const { user } = await renderScreen(page, { path: '/screen' });
    await screen.findAllByText('Gone');
    return user;
  }

  it('no longer has what was deleted', async () => {
    const user = await open();
    await user.click(must(screen.getAllByRole('button', { name: /^Delete/ })[0], 'button'));
    await confirm(user);
    await waitFor(() => expect(screen.queryAllByText('Gone')).toEqual([]));
    expect(screen.getAllByText('Kept')).not.toEqual([]);
  });

  it('nor one of several that were deleted', async () => {
    const user = await open();
    const boxes = await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ });
    await user.click(must(boxes[0], 'checkbox'));
    await user.click(await screen.findByRole('button', { name: 'Delete selected' }));
    await confirm(user);
    await waitFor(() => expect(screen.queryAllByText('Gone')).toEqual([]));
    expect(screen.getAllByText('Kept')).not.toEqual([]);
  });
});

describe('the page of a building', () => {
  const UNIT = { id: 31, condo_id: 7, apartment_number: '1A', notes: 'Balcony', bedrooms: 3 };

  beforeEach(() => {
    api
      .on('GET /admin/condos/7', () => ({ body: CONDO }))
      .on('GET /admin/apartments', () => ({ body: [anApartment(UNIT)] }))
      .on('GET /admin/apartments/31', () => ({ body: anApartment(UNIT) }));
  });

  it('has what was changed of the building', async () => {
    api.on('PUT /admin/condos/7', () => {
      api.on('GET /admin/condos/7', silence);
      return { body: {} };
    });
    const { user } = await renderScreen(<CondoDetailPage condoId={7} />, { path: '/condos/7' });
    await user.click(await screen.findByRole('button', { name: 'Update Building Information' }));
    await user.type(await screen.findByLabelText('City/Town/Commune'), ' Süd');
    await user.clear(screen.getByLabelText('Number of Units'));
    await user.type(screen.getByLabelText('Number of Units'), '34');
    await user.clear(screen.getByLabelText('Description'));
    await user.click(screen.getByRole('button', { name: 'Update Building' }));
    await screen.findByText('Condo updated successfully!');
    expect(fact('Location')).toHaveTextContent('Zürich Süd');
    expect(fact('Number of Units')).toHaveTextContent('34');
    expect(fact('Description')).toHaveTextContent('-');
    expect(fact('Date Built')).toHaveTextContent('May 1, 1974');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Seestrasse 7');
  });

  it('has what was changed of an apartment, in its row and in its form', async () => {
    api.on('PUT /admin/apartments/31', () => {
      api.on('GET /admin/apartments', silence).on('GET /admin/apartments/31', silence);
      return { body: {} };
    });
    const { user } = await renderScreen(<CondoDetailPage condoId={7} />, { path: '/condos/7' });
    const edit = async () => {
      const row = within(await screen.findByRole('row', { name: /^1A / }));
      await user.click(row.getByRole('button', { name: 'Edit' }));
      return screen.findByLabelText('Notes');
    };
    await user.type(await edit(), ' and cellar');
    await user.click(screen.getByRole('button', { name: 'Update Apartment' }));
    await screen.findByText('Apartment updated');
    expect(await screen.findByRole('row', { name: /^1A .*Balcony and cellar/ })).toBeVisible();
    expect(await edit()).toHaveValue('Balcony and cellar');
    expect(screen.getByLabelText('Rooms')).toHaveValue('3');
  });
});
