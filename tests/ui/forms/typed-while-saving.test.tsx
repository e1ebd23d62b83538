import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { CondoDetailPage } from '~/features/condos/condo-detail-page';
import { UserEditPage } from '~/features/users/user-edit-page';
import { fieldsOf } from '~/contract/reading';
import { anApartment } from '../../support/builders';
import { renderScreen } from '../../support/render-screen';
import { api } from '../../support/stub-transport';
import { CONDO } from '../features/condos/condo-fixtures';
import { ANNA } from '../features/users/user-fixtures';

const PUT_CONDO = 'PUT /admin/condos/7';
const PUT_APARTMENT = 'PUT /admin/apartments/31';
const PUT_USER = 'PUT /admin/users/3';

let goOn: () => void;

beforeEach(() => {
  api.reset();
  const { promise, resolve } = Promise.withResolvers<void>();
  goOn = resolve;
  for (const call of [PUT_CONDO, PUT_APARTMENT, PUT_USER]) {
    api.on(call, async () => {
      await promise;
      return { body: {} };
    });
  }
  api
    .on('GET /admin/condos/7', () => ({ body: CONDO }))
    .on('GET /admin/apartments', () => ({ body: [anApartment({ id: 31, condo_id: 7 })] }))
    .on('GET /admin/users/3', () => ({ body: ANNA }));
});

const button = (name: string) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const made = (call: string) => waitFor(() => expect(api.made(call)).toHaveLength(1));

it('stays in the form of a building, and is saved with the next press', async () => {
  const { user } = await renderScreen(<CondoDetailPage condoId={7} />, { path: '/condos/7' });
  await user.click(await screen.findByRole('button', { name: 'Update Building Information' }));
  await screen.findByLabelText('Building Image');
  await user.type(field('City/Town/Commune'), ' A');
  await user.click(button('Update Building'));
  await made(PUT_CONDO);
  await user.type(field('City/Town/Commune'), 'B');
  await user.type(field('Canton'), 'C');
  goOn();
  expect(await screen.findByText('Condo updated successfully!')).toBeVisible();
  expect([field('City/Town/Commune').value, field('Canton').value]).toEqual([
    `${CONDO.city} AB`,
    `${CONDO.state}C`,
  ]);
  await user.click(button('Update Building'));
  await waitFor(() => expect(api.made(PUT_CONDO)).toHaveLength(2));
  expect(api.made(PUT_CONDO).map(({ form }) => [form?.city, form?.state])).toEqual([
    [`${CONDO.city} A`, CONDO.state],
    [`${CONDO.city} AB`, `${CONDO.state}C`],
  ]);
});

it('keeps the form of an apartment open', async () => {
  const { user } = await renderScreen(<CondoDetailPage condoId={7} />, { path: '/condos/7' });
  const row = within(await screen.findByRole('row', { name: /^1A / }));
  await user.click(row.getByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByLabelText('Notes'), ' A');
  await user.click(button('Update Apartment'));
  await made(PUT_APARTMENT);
  await user.type(field('Notes'), 'B');
  goOn();
  expect(await screen.findByText('Apartment updated')).toBeVisible();
  expect(field('Notes')).toHaveValue('Balcony AB');
  await user.click(button('Update Apartment'));
  await waitFor(() => expect(screen.queryByLabelText('Notes')).toBeNull());
  expect(api.made(PUT_APARTMENT).map(({ json }) => fieldsOf(json).notes)).toEqual([
    'Balcony A',
    'Balcony AB',
  ]);
});

it('is asked about before the form of a user is left', async () => {
  const { user, router } = await renderScreen(<UserEditPage userId={3} />, {
    path: '/users/3/edit',
  });
  await user.type(await screen.findByLabelText('First Name'), 'A');
  await user.click(button('Save Changes'));
  await made(PUT_USER);
  await user.type(field('Last Name'), 'B');
  goOn();
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(dialog.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/users/3/edit');
  expect(field('Last Name')).toHaveValue(`${ANNA.last_name}B`);
});
