import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CreateApartmentPage } from '~/apartments/screens/create-apartment-page';
import { InvitePage } from '~/invitations/screens/invite-page';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { fieldsOf } from '~/fields/reading';
import { anApartment } from '../../support/builders';
import { button, field, noDialog, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { CondoScreen } from '../condos/condo-screen';
import { CONDO } from '../condos/condo-fixtures';
import { ANNA, INVITED } from '../users/user-fixtures';

const POST_APARTMENT = 'POST /admin/apartments';
const POST_INVITATION = 'POST /admin/invite-user';
const PUT_CONDO = 'PUT /admin/condos/7';
const PUT_APARTMENT = 'PUT /admin/apartments/31';
const PUT_USER = 'PUT /admin/users/3';

beforeEach(() => {
  api.serve({
    '/admin/condos': [CONDO],
    '/admin/condos/7': CONDO,
    '/admin/apartments': [anApartment({ id: 31, condo_id: 7 })],
    '/admin/users/3': ANNA,
  });
});

const hold = (call: string) => api.hold(call, () => ({ body: {} }));
const made = (call: string) => waitFor(() => expect(api.made(call)).toHaveLength(1));

it('stays in the form of a building, and is saved with the next press', async () => {
  const sendAnswer = hold(PUT_CONDO);
  const { user, press } = await renderScreen(<CondoScreen condoId={7} />, '/condos/7');
  await press('Update Building Information');
  await screen.findByLabelText('Building Image');
  await user.type(field('City/Town/Commune'), ' A');
  await user.click(button('Update Building'));
  await made(PUT_CONDO);
  await user.type(field('City/Town/Commune'), 'B');
  await user.type(field('Canton'), 'C');
  sendAnswer();
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

it('text typed while an apartment is saved keeps the form open', async () => {
  const sendAnswer = hold(PUT_APARTMENT);
  const { user } = await renderScreen(<CondoScreen condoId={7} />, '/condos/7');
  const row = within(await screen.findByRole('row', { name: /^1A / }));
  await user.click(row.getByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByLabelText('Notes'), ' A');
  await user.click(button('Update Apartment'));
  await made(PUT_APARTMENT);
  await user.type(field('Notes'), 'B');
  sendAnswer();
  expect(await screen.findByText('Apartment updated')).toBeVisible();
  expect(field('Notes')).toHaveValue('Balcony AB');
  await user.click(button('Update Apartment'));
  await waitFor(() => expect(screen.queryByLabelText('Notes')).toBeNull());
  expect(api.made(PUT_APARTMENT).map(({ json }) => fieldsOf(json).notes)).toEqual([
    'Balcony A',
    'Balcony AB',
  ]);
});

it('text typed while a user is saved is asked about before the form is left', async () => {
  const sendAnswer = hold(PUT_USER);
  const { user, router, answer } = await renderScreen(<UserEditPage userId={3} />, '/users/3/edit');
  await user.type(await screen.findByLabelText('First Name'), 'A');
  await user.click(button('Save Changes'));
  await made(PUT_USER);
  await user.type(field('Last Name'), 'B');
  sendAnswer();
  await answer('Leave without saving?', 'Stay');
  await noDialog();
  expect(router.state.location.pathname).toBe('/users/3/edit');
  expect(field('Last Name')).toHaveValue(`${ANNA.last_name}B`);
});

describe('what is new takes nothing while it is saved, since that would be lost with the form', () => {
  const rejection = { status: 409, body: { detail: 'Not so' } };

  it('an apartment', async () => {
    const sendAnswer = api.hold(POST_APARTMENT, () => rejection);
    const { user } = await renderScreen(<CreateApartmentPage condoId={7} />, '/apartments/create');
    await user.type(await screen.findByLabelText('Apartment Number'), '5');
    await user.type(field('Floor Number'), '2{Enter}');
    await made(POST_APARTMENT);
    await user.keyboard('8{ArrowUp}');
    expect(field('Floor Number')).toHaveFocus();
    await user.type(field('Apartment Number'), 'B');
    await user.type(field('Building'), 'x');
    await user.type(screen.getByLabelText('Notes'), 'Typed');
    expect(screen.queryByRole('listbox')).toBeNull();
    sendAnswer();
    await screen.findByText('Failed to create apartment: Not so');
    expect(
      ['Apartment Number', 'Floor Number', 'Building', 'Notes'].map((label) => field(label).value),
    ).toEqual(['5', '2', CONDO.name, '']);
    await user.type(field('Floor Number'), '8');
    expect(field('Floor Number')).toHaveValue('28');
  });

  it('an invitation', async () => {
    const sendAnswer = api.hold(POST_INVITATION, () => rejection);
    const { user } = await renderScreen(<InvitePage chosen={INVITED} />, '/users/invite');
    await user.type(await screen.findByLabelText('Email Address'), '{Enter}');
    await made(POST_INVITATION);
    expect(button('Sending Invitation...')).toBeDisabled();
    await user.keyboard('x');
    expect(screen.getByLabelText('User Role')).toBeDisabled();
    sendAnswer();
    await screen.findByText('Failed to send invitation: Not so');
    expect(field('Email Address')).toHaveValue('ada@example.com');
    expect(screen.getByLabelText('User Role')).toBeEnabled();
  });
});
