import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fieldsOf } from '~/contract/reading';
import { api } from '../../../support/stub-transport';
import {
  LIST_CALL,
  FIRST,
  SECOND,
  open,
  serveApartments,
  button,
  row,
  inRow,
  dialog,
  noDialog,
} from './apartment-screen';

const CREATE_CALL = 'POST /admin/apartments';

let apartments: Record<string, unknown>[] = [];

beforeEach(() => {
  apartments = [FIRST, SECOND];
  serveApartments(() => apartments);
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

/** Opens the form for a new apartment, whose code comes after the page. */
async function openForm(user: UserEvent): Promise<void> {
  await user.click(button('Add Apartment'));
  await screen.findByLabelText('Apartment Number');
}

const sentNumbers = () => api.made(CREATE_CALL).map(({ json }) => fieldsOf(json).apartment_number);

describe("a building's apartments", () => {
  it('are in a table with the specified columns', async () => {
    await open();
    expect(api.made(LIST_CALL)[0]?.query).toEqual({ condo_id: '7' });
    const texts = screen
      .getAllByRole('row')
      .map((line) => Array.from(line.children, (cell) => cell.textContent));
    expect(texts[0]).toEqual([
      'Number',
      'Floor',
      'Rooms',
      'Bathrooms',
      'Parking Spot',
      'Sqmt',
      'Notes',
      'Actions',
    ]);
    expect(texts[1]?.slice(0, 7)).toEqual(['1A', '2', '3.5', '1', 'P1,P2', '82.5', 'Balcony']);
    expect(texts[2]?.slice(0, 7)).toEqual(['1B', '-', '-', '-', 'None', '-', '-']);
    expect(inRow('1A', 'Edit')).toHaveAccessibleDescription('1A');
  });

  it('may be none', async () => {
    apartments = [];
    await open();
    expect(screen.getByText('No apartments found.')).toBeVisible();
  });

  it('may fail to load without taking the building away', async () => {
    api.on(LIST_CALL, () => ({ status: 503 }));
    const { user } = await open();
    expect(await screen.findByText('Error loading apartments.')).toBeVisible();
    expect(screen.getByText('By the lake.')).toBeVisible();
    api.on(LIST_CALL, () => ({ body: apartments }));
    await user.click(button('Retry'));
    expect(await screen.findByText('Balcony')).toBeVisible();
  });
});

describe('adding an apartment', () => {
  it('toggles between Add Apartment and Cancel, the focus following', async () => {
    const { user } = await open();
    await openForm(user);
    await waitFor(() => expect(field('Apartment Number')).toHaveFocus());
    expect(screen.getByLabelText('None')).toBeChecked();
    await user.click(button('Cancel'));
    expect(screen.queryByLabelText('Apartment Number')).not.toBeInTheDocument();
    expect(button('Add Apartment')).toHaveFocus();
  });

  it('sends the wire body, refreshes the table and closes the form', async () => {
    api.on(CREATE_CALL, () => {
      apartments = [...apartments, { id: 33, condo_id: 7, apartment_number: '2A' }];
      return { status: 201 };
    });
    const { user } = await open();
    await openForm(user);
    await user.type(field('Apartment Number'), ' 2A ');
    await user.type(screen.getByLabelText('Rooms'), '2.5');
    await user.type(screen.getByLabelText('Parking Spots'), 'P9{Enter}');
    await user.click(button('Create Apartment'));
    // The toast is drawn again when its frame has been loaded.
    await waitFor(() => expect(screen.getByText('Apartment added')).toBeVisible());
    expect(api.made(CREATE_CALL).map(({ json }) => json)).toEqual([
      { condo_id: 7, apartment_number: '2A', bedrooms: 2.5, parking_spot_number: 'P9' },
    ]);
    expect(screen.queryByLabelText('Apartment Number')).not.toBeInTheDocument();
    expect(button('Add Apartment')).toHaveFocus();
    await waitFor(() => expect(row('2A')).toBeVisible());
  });

  it.each([
    [{ detail: 'Number taken' }, 'Number taken', 'Create and add another'],
    [{ message: 'Unread' }, 'Failed to add apartment', 'Create Apartment'],
  ])('keeps the form when the server answers %o', async (body, text, create) => {
    api.on(CREATE_CALL, () => ({ status: 409, body }));
    const { user } = await open();
    await openForm(user);
    await user.type(field('Apartment Number'), '1A');
    await user.click(button(create));
    expect(await dialog('Error')).toHaveTextContent(text);
    await user.click(button('OK'));
    await noDialog();
    expect(screen.getByLabelText('Apartment Number')).toHaveValue('1A');
    expect(button(create)).toBeEnabled();
  });

  it('shows a rejected field and goes there after the dialog', async () => {
    api.on(CREATE_CALL, () => ({
      status: 422,
      body: { detail: 'No', errors: [{ field: 'floor_number', message: 'No such floor' }] },
    }));
    const { user } = await open();
    await openForm(user);
    await user.type(field('Apartment Number'), '1A');
    await user.type(screen.getByLabelText('Floor Number'), '99');
    await user.click(button('Create Apartment'));
    await dialog('Error');
    await user.click(button('OK'));
    await noDialog();
    expect(screen.getByText('No such floor')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Floor Number')).toHaveFocus());
  });
});

describe('adding one apartment after the other', () => {
  it('Ctrl+Enter keeps floor, rooms and bathrooms, proposes the next number and goes there', async () => {
    api.on(CREATE_CALL, () => ({ status: 201, body: { id: 33 } }));
    const { user } = await open();
    await openForm(user);
    await user.type(field('Apartment Number'), '301');
    await user.type(field('Floor Number'), '3');
    await user.type(field('Rooms'), '3,5');
    await user.type(field('Bathrooms'), '1');
    await user.type(field('Notes'), 'Corner');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field('Apartment Number')).toHaveValue('302'));
    expect(screen.getByText(/^301 added/)).toBeVisible();
    expect(field('Apartment Number')).toHaveFocus();
    expect([field('Floor Number').value, field('Rooms').value, field('Bathrooms').value]).toEqual([
      '3',
      '3.5',
      '1',
    ]);
    expect(field('Notes')).toHaveValue('');
    // What is typed replaces the proposal.
    await user.keyboard('303{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field('Apartment Number')).toHaveValue('304'));
    expect(sentNumbers()).toEqual(['301', '303']);
    // The form's own button still closes it; nothing that was proposed alone is asked about.
    await user.click(button('Create Apartment'));
    await waitFor(() => expect(screen.queryByLabelText('Floor Number')).not.toBeInTheDocument());
    expect(sentNumbers()).toEqual(['301', '303', '304']);
  });

  it('Ctrl+Enter is sent once, however often it is pressed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.on(CREATE_CALL, async () => {
      await promise;
      return { status: 201, body: { id: 33 } };
    });
    const { user } = await open();
    await openForm(user);
    await user.type(field('Apartment Number'), '301');
    await user.keyboard('{Control>}{Enter}{Enter}{Enter}{/Control}');
    await waitFor(() => expect(sentNumbers()).toEqual(['301']));
    await user.keyboard('{Control>}{Enter}{/Control}');
    resolve();
    await waitFor(() => expect(field('Apartment Number')).toHaveValue('302'));
    expect(sentNumbers()).toEqual(['301']);
  });

  it('Ctrl+Enter in a parking spot adds the spot as well', async () => {
    api.on(CREATE_CALL, () => ({ status: 201, body: { id: 33 } }));
    const { user } = await open();
    await openForm(user);
    await user.keyboard('K1{Tab}2{Tab}3{Tab}1{Tab}82{Tab}7');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field('Apartment Number')).toHaveValue('K2'));
    expect(api.made(CREATE_CALL).map(({ json }) => json)).toMatchObject([
      { apartment_number: 'K1', floor_number: 2, sqmt: 82, parking_spot_number: '7' },
    ]);
  });

  it('says what was added beside the button, with the newest rows, and keeps the square metres', async () => {
    api.on(CREATE_CALL, () => ({ status: 201, body: { id: 33 } }));
    const { user } = await open();
    await openForm(user);
    await user.keyboard('K1{Tab}2{Tab}3,5{Tab}1{Tab}82,5{Control>}{Enter}{/Control}');
    expect(await screen.findByText(/^K1 added, 3 of \d+ units$/)).toBeVisible();
    const rows = screen.getByRole('list', { name: 'Just added' });
    expect(rows).toHaveTextContent('K1, floor 2, 3.5 rooms, 82.5 m²');
    expect(screen.queryByText('Apartment added')).toBeNull();
    expect(field('Apartment Number')).toHaveFocus();
    // What differs from unit to unit comes first.
    await user.keyboard('{Tab}');
    expect(field('Square Meters (Sqmt)')).toHaveFocus();
    expect(field('Square Meters (Sqmt)')).toHaveValue('82.5');
    await user.keyboard('{Tab}');
    expect(field('Parking Spots')).toHaveFocus();
  });

  it('Escape closes the form, and asks where something was typed', async () => {
    const { user } = await open();
    await openForm(user);
    await user.keyboard('{Escape}');
    expect(screen.queryByLabelText('Apartment Number')).toBeNull();
    expect(button('Add Apartment')).toHaveFocus();
    await openForm(user);
    await user.keyboard('9{Escape}');
    await user.click(
      within(await dialog('Leave without saving?')).getByRole('button', { name: 'Stay' }),
    );
    expect(field('Apartment Number')).toHaveValue('9');
  });

  it('Duplicate begins with a copy, but for number and parking', async () => {
    const { user } = await open();
    await user.click(inRow('1A', 'Duplicate'));
    expect(await screen.findByRole('heading', { name: 'New Apartment' })).toBeVisible();
    expect(field('Apartment Number')).toHaveValue('1B');
    expect(field('Square Meters (Sqmt)')).toHaveValue('82.5');
    expect(field('Notes')).toHaveValue('Balcony');
    expect(screen.queryByText('P1')).not.toBeInTheDocument();
    await user.click(button('Cancel'));
    expect(screen.queryByRole('heading', { name: 'New Apartment' })).not.toBeInTheDocument();
  });
});
