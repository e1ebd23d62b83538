import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CreateApartmentPage } from '~/apartments/screens/create-apartment-page';
import { CreateCondoPage } from '~/condos/screens/create-condo-page';
import { InvitePage } from '~/invitations/screens/invite-page';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { UsersPage } from '~/users/screens/users-page';
import { userSearch } from '~/users/search';
import { anApartment } from '../../support/builders';
import { must } from '../../support/must';
import { button, renderScreen, type OpenedScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { CondoScreen } from '../condos/condo-screen';
import { CONDO, fillRequired } from '../condos/condo-fixtures';
import { ANNA, INVITED, userPage } from './user-fixtures';

/** The API's answer to the change, sent once `sendAnswer` is called. */
let answer: { status: number; body?: unknown };
let sendAnswer: () => void;

const CHANGES = [
  'POST /admin/condos',
  'DELETE /admin/condos/7',
  'POST /admin/apartments',
  'PUT /admin/apartments/31',
  'PUT /admin/users/3',
  'DELETE /admin/users/3',
  'POST /admin/invite-user',
];

beforeEach(() => {
  answer = { status: 200, body: { id: 9 } };
  const held = CHANGES.map((call) => api.hold(call, () => answer));
  sendAnswer = () => {
    for (const release of held) release();
  };
  const apartments = ['31', '32'].map((number) =>
    anApartment({ id: Number(number), condo_id: 7, apartment_number: number }),
  );
  api
    .serve({
      '/admin/condos': [CONDO],
      '/admin/condos/7': CONDO,
      '/admin/apartments': apartments,
      '/admin/users/3': ANNA,
    })
    .on('GET /admin/users', () => userPage([ANNA]));
});

const made = (call: string) => waitFor(() => expect(api.made(call)).toHaveLength(1));

/**
 * Leaves for another screen during the call, as by Back. Returns the address and the dialog at the
 * moment when the result is announced.
 */
async function leave({ router }: OpenedScreen, call: string, text: string): Promise<object> {
  await made(call);
  await act(() => router.navigate({ href: '/elsewhere', ignoreBlocker: true }));
  expect(await screen.findByText('At /elsewhere')).toBeVisible();
  sendAnswer();
  await screen.findByText(text);
  // Where a navigation would have begun.
  await act(() => router.load());
  return { at: router.state.location.pathname, dialog: screen.queryByRole('dialog') };
}

const STAYED = { at: '/elsewhere', dialog: null };

describe('who has gone on while it was saved is told, and stays', () => {
  it('a new building', async () => {
    const opened = await renderScreen(<CreateCondoPage />, '/condos/create');
    await screen.findByLabelText('Building Image');
    await fillRequired(opened.user);
    await opened.user.click(button('Create Building'));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    expect(await leave(opened, 'POST /admin/condos', 'Building created')).toEqual(STAYED);
  });

  it('a new apartment', async () => {
    const opened = await renderScreen(<CreateApartmentPage condoId={7} />, '/apartments/create');
    await opened.user.type(await screen.findByLabelText('Apartment Number'), '5');
    await opened.user.click(button('Create Apartment'));
    expect(
      await leave(opened, 'POST /admin/apartments', 'Apartment created successfully!'),
    ).toEqual(STAYED);
  });

  it('the names of a user', async () => {
    const opened = await renderScreen(<UserEditPage userId={3} />, '/users/3/edit');
    await opened.user.type(await screen.findByLabelText('First Name'), 'x');
    await opened.user.click(button('Save Changes'));
    expect(await leave(opened, 'PUT /admin/users/3', 'User updated')).toEqual(STAYED);
  });

  it.each([
    [200, 'Invitation sent successfully!'],
    [409, 'Failed to send invitation: Invited already'],
  ])('an invitation, %d', async (status, text) => {
    answer = { status, body: { detail: 'Invited already' } };
    const opened = await renderScreen(<InvitePage chosen={INVITED} />, '/users/invite');
    await opened.user.click(button('Send Invitation'));
    expect(await leave(opened, 'POST /admin/invite-user', text)).toEqual(STAYED);
  });

  it('a deleted building', async () => {
    const opened = await renderScreen(<CondoScreen condoId={7} />, '/condos/7');
    await opened.press('Delete Building');
    await opened.answer('Delete Building', 'Delete');
    expect(await leave(opened, 'DELETE /admin/condos/7', 'Building deleted')).toEqual(STAYED);
  });

  it('a user who could not be deleted', async () => {
    answer = { status: 400, body: { detail: 'The last administrator' } };
    const opened = await renderScreen(<UsersPage query={userSearch.defaults} />, '/users');
    const row = within(await screen.findByRole('row', { name: /Anna/ }));
    await opened.user.click(row.getByRole('button', { name: 'Delete' }));
    await opened.answer('Delete User', 'Delete');
    expect(
      await leave(opened, 'DELETE /admin/users/3', 'Failed to delete user. The last administrator'),
    ).toEqual(STAYED);
  });
});

/** Saves one apartment, and types into another one's form meanwhile. */
async function openSecond(): Promise<void> {
  const { user } = await renderScreen(<CondoScreen condoId={7} />, '/condos/7');
  const edit = async (number: string) => {
    const row = within(await screen.findByRole('row', { name: new RegExp(`^${number} `) }));
    await user.click(row.getByRole('button', { name: 'Edit' }));
    await screen.findByRole('heading', { name: `Edit Apartment ${number}` });
  };
  await edit('31');
  await user.type(screen.getByLabelText('Notes'), 'x');
  await user.click(button('Update Apartment'));
  await made('PUT /admin/apartments/31');
  await edit('32');
  await user.type(screen.getByLabelText('Notes'), 'Typed');
}

const notes = () => screen.getByLabelText<HTMLTextAreaElement>('Notes').value;

it.each([
  [200, 'Apartment updated'],
  [409, 'This number is taken'],
])('the form of another apartment stays open, and the end is said: %d', async (status, text) => {
  answer = { status, body: { detail: text } };
  await openSecond();
  sendAnswer();
  expect(await screen.findByText(text)).toBeVisible();
  expect(notes()).toMatch(/Typed$/);
});

it.each([
  ['building', <CreateCondoPage key="condo" />, 'POST /admin/condos', 'Building created'],
  [
    'apartment',
    <CreateApartmentPage key="apartment" condoId={7} />,
    'POST /admin/apartments',
    'Apartment created successfully!',
  ],
])('a new %s is not created again as one leaves', async (noun, page, call, text) => {
  const { user, router } = await renderScreen(page);
  if (noun === 'building') {
    await screen.findByLabelText('Building Image');
    await fillRequired(user);
  } else await user.type(await screen.findByLabelText('Apartment Number'), '5');
  vi.spyOn(router, 'navigate').mockReturnValue(new Promise(() => {}));
  const create = screen.getByRole('button', { name: /^Create (Building|Apartment)$/ });
  await user.click(create);
  await made(call);
  sendAnswer();
  await screen.findByText(text);
  await user.click(create);
  await user.keyboard('{Control>}{Enter}{/Control}');
  fireEvent.submit(must(create.closest('form'), 'form'));
  await act(async () => undefined);
  expect(api.made(call)).toHaveLength(1);
});
