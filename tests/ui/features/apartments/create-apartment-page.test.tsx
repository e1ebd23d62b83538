import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CreateApartmentPage } from '~/features/apartments/create-apartment-page';
import { api } from '../../../support/stub-transport';
import { renderScreen } from '../../../support/render-screen';

const CREATE_CALL = 'POST /admin/apartments';
const CONDOS_CALL = 'GET /admin/condos';
const SEESTRASSE = { id: 7, name: 'Seestrasse 7' };

beforeEach(() => {
  api
    .on(CONDOS_CALL, () => ({ body: [SEESTRASSE, { id: 8, name: 'Höfli 8' }] }))
    .on(CREATE_CALL, () => ({ body: {} }));
});

const open = () => renderScreen(<CreateApartmentPage />, { path: '/apartments/create' });
const submit = () => screen.getByRole('button', { name: 'Create Apartment' });
const building = () => screen.findByRole('combobox', { name: 'Building' });

describe('creating an apartment', () => {
  it('sends the building as a number, says so, and goes back to the list', async () => {
    const { user } = await open();
    expect(await building()).toHaveFocus();
    await user.click(await building());
    await user.click(await screen.findByRole('option', { name: 'Höfli 8' }));
    await user.type(screen.getByLabelText('Apartment Number'), '4C');
    await user.type(screen.getByLabelText('Rooms'), '2.5');
    await user.click(submit());
    expect(await screen.findByText('At /apartments')).toBeVisible();
    expect(await screen.findByText('Apartment created successfully!')).toBeVisible();
    expect(api.made(CREATE_CALL)[0]?.json).toEqual({
      condo_id: 8,
      apartment_number: '4C',
      bedrooms: 2.5,
      parking_spot_number: 'None',
    });
  });

  it('begins with the building of the address', async () => {
    await renderScreen(<CreateApartmentPage condoId={8} />, { path: '/apartments/create' });
    expect(await building()).toHaveValue('Höfli 8');
    await waitFor(() => expect(screen.getByLabelText('Apartment Number')).toHaveFocus());
  });

  it('preselects the only building', async () => {
    api.on(CONDOS_CALL, () => ({ body: [SEESTRASSE] }));
    await open();
    expect(await building()).toHaveValue('Seestrasse 7');
  });

  it('says when there is no building', async () => {
    api.on(CONDOS_CALL, () => ({ body: [] }));
    await open();
    expect(
      await screen.findByText(
        'No condos available to create an apartment. Please create a condo first.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create Apartment' })).toBeNull();
  });

  it('says when it failed, and keeps what was typed', async () => {
    api.on(CREATE_CALL, () => ({ status: 409, body: { detail: 'This number is taken' } }));
    const { user } = await open();
    await user.click(await building());
    await user.click(await screen.findByRole('option', { name: 'Höfli 8' }));
    await user.type(screen.getByLabelText('Apartment Number'), '4C');
    await user.click(submit());
    expect(
      await screen.findByText('Failed to create apartment: This number is taken'),
    ).toBeVisible();
    expect(screen.getByLabelText('Apartment Number')).toHaveValue('4C');
    await waitFor(() => expect(submit()).toBeEnabled());
  });
});
