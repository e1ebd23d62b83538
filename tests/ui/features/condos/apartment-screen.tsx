import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { CondoDetailPage } from '~/features/condos/condo-detail-page';
import { anApartment } from '../../../support/builders';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';
import { CONDO } from './condo-fixtures';

export const LIST_CALL = 'GET /admin/apartments';

export const FIRST = anApartment({ id: 31, condo_id: 7 });

export const SECOND = { id: 32, condo_id: 7, apartment_number: '1B', parking_spot_number: 'None' };

/** What the API has of the building and its apartments. */
export function serveApartments(apartments: () => readonly object[]): void {
  api
    .on('GET /admin/condos/7', () => ({ body: CONDO }))
    .on(LIST_CALL, () => ({ body: apartments() }));
}

export async function open() {
  const opened = await renderScreen(<CondoDetailPage condoId={7} />, { path: '/condos/7' });
  await screen.findByRole('heading', { name: 'Apartments in this Building' });
  await waitFor(() => expect(screen.queryByText('Loading apartments...')).toBeNull());
  return opened;
}

export const button = (name: string) => screen.getByRole('button', { name });

export const row = (number: string) => screen.getByRole('row', { name: new RegExp(`^${number} `) });

export const inRow = (number: string, name: string) =>
  within(row(number)).getByRole('button', { name });

export const dialog = (name: string) => screen.findByRole('dialog', { name });

export const noDialog = () =>
  waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
