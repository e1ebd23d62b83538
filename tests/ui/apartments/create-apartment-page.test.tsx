import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { CreateApartmentPage } from '~/apartments/screens/create-apartment-page';
import { button, field, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const CREATE_CALL = 'POST /admin/apartments';
const SEESTRASSE = { id: 7, name: 'Seestrasse 7' };

beforeEach(() => {
  api
    .serve({ '/admin/condos': [SEESTRASSE, { id: 8, name: 'Höfli 8' }] })
    .on(CREATE_CALL, () => ({ body: {} }));
});

const open = () => renderScreen(<CreateApartmentPage />, '/apartments/create');
const building = () => screen.findByRole('combobox', { name: 'Building' });

/** Chooses a building and types a number. */
async function openFilled() {
  const opened = await open();
  expect(await building()).toHaveFocus();
  await opened.user.click(await building());
  await opened.user.click(await screen.findByRole('option', { name: 'Höfli 8' }));
  await opened.user.type(field('Apartment Number'), '4C');
  return { ...opened, submit: () => opened.press('Create Apartment') };
}

it('sends the building as a number, says so, and goes back to the list', async () => {
  const { user, submit } = await openFilled();
  await user.type(field('Rooms'), '2.5');
  await submit();
  expect(await screen.findByText('At /apartments')).toBeVisible();
  expect(await screen.findByText('Apartment created successfully!')).toBeVisible();
  expect(api.sent(CREATE_CALL)).toEqual([
    { condo_id: 8, apartment_number: '4C', bedrooms: 2.5, parking_spot_number: 'None' },
  ]);
});

it('begins with the building of the address', async () => {
  await renderScreen(<CreateApartmentPage condoId={8} />, '/apartments/create');
  expect(await building()).toHaveValue('Höfli 8');
  await waitFor(() => expect(field('Apartment Number')).toHaveFocus());
});

it('preselects the only building', async () => {
  api.serve({ '/admin/condos': [SEESTRASSE] });
  await open();
  expect(await building()).toHaveValue('Seestrasse 7');
});

it('says when there is no building', async () => {
  api.serve({ '/admin/condos': [] });
  await open();
  const text = 'No condos available to create an apartment. Please create a condo first.';
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create Apartment' })).toBeNull();
});

it('says when it failed, and keeps what was typed', async () => {
  api.reject(CREATE_CALL, 409, 'This number is taken');
  const { submit } = await openFilled();
  await submit();
  const text = 'Failed to create apartment: This number is taken';
  expect(await screen.findByText(text)).toBeVisible();
  expect(field('Apartment Number')).toHaveValue('4C');
  await waitFor(() => expect(button('Create Apartment')).toBeEnabled());
});
