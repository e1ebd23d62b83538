import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
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

const UPDATE_CALL = 'PUT /admin/apartments/31';
const DELETE_CALL = 'DELETE /admin/apartments/31';
const QUESTION = 'Are you sure you want to delete this apartment? This action cannot be undone.';

let apartments: Record<string, unknown>[] = [];

beforeEach(() => {
  apartments = [FIRST, SECOND];
  serveApartments(() => apartments);
});

describe('editing an apartment', () => {
  it('excludes adding', async () => {
    const { user } = await open();
    await user.click(button('Add Apartment'));
    await user.type(await screen.findByLabelText('Apartment Number'), '9Z');
    await user.click(inRow('1A', 'Edit'));
    expect(screen.getByLabelText('Apartment Number')).toHaveValue('1A');
    expect(screen.getByLabelText('Apartment Number')).toHaveFocus();
    expect(button('Add Apartment')).toBeVisible();
    await user.click(inRow('1B', 'Edit'));
    expect(screen.getByLabelText('Apartment Number')).toHaveValue('1B');
    await user.click(button('Add Apartment'));
    expect(screen.getByLabelText('Apartment Number')).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Update Apartment' })).not.toBeInTheDocument();
  });

  it('is filled with the apartment and gives the focus back on Cancel', async () => {
    const { user } = await open();
    await user.click(inRow('1A', 'Edit'));
    expect(await screen.findByLabelText('Floor Number')).toHaveValue('2');
    expect(screen.getByLabelText('Rooms')).toHaveValue('3.5');
    expect(screen.getByLabelText('Bathrooms')).toHaveValue('1');
    expect(screen.getByLabelText('Square Meters (Sqmt)')).toHaveValue('82.5');
    expect(screen.getByLabelText('None')).not.toBeChecked();
    expect(screen.getByLabelText('Notes')).toHaveValue('Balcony');
    const spots = screen.getByRole('list', { name: 'Parking spots' });
    expect(
      within(spots)
        .getAllByRole('listitem')
        .map((spot) => spot.textContent),
    ).toEqual(['P1', 'P2']);
    await user.click(button('Cancel'));
    expect(inRow('1A', 'Edit')).toHaveFocus();
  });

  it('sends what changed with the rest, and null for what was emptied', async () => {
    api.on(UPDATE_CALL, () => ({ body: {} }));
    const { user } = await open();
    await user.click(inRow('1A', 'Edit'));
    await user.clear(await screen.findByLabelText('Floor Number'));
    await user.clear(screen.getByLabelText('Notes'));
    await user.click(screen.getByLabelText('None'));
    await user.click(button('Update Apartment'));
    expect(await screen.findByText('Apartment updated')).toBeVisible();
    expect(api.made(UPDATE_CALL).map(({ json }) => json)).toEqual([
      {
        condo_id: 7,
        apartment_number: '1A',
        floor_number: null,
        bedrooms: 3.5,
        bathrooms: 1,
        sqmt: 82.5,
        parking_spot_number: 'None',
        notes: null,
      },
    ]);
    expect(api.made(LIST_CALL)).toHaveLength(2);
    expect(inRow('1A', 'Edit')).toHaveFocus();
  });

  it.each([
    [{ detail: 'Not now' }, 'Not now'],
    [{}, 'Failed to update apartment'],
  ])('keeps the form when the server answers %o', async (body, text) => {
    api.on(UPDATE_CALL, () => ({ status: 400, body }));
    const { user } = await open();
    await user.click(inRow('1A', 'Edit'));
    await user.type(await screen.findByLabelText('Notes'), '!');
    await user.click(button('Update Apartment'));
    expect(await dialog('Error')).toHaveTextContent(text);
    await user.click(button('OK'));
    await noDialog();
    expect(screen.getByLabelText('Notes')).toHaveValue('Balcony!');
  });
});

describe('deleting an apartment', () => {
  it('is busy, says so, and takes the row away', async () => {
    const held = Promise.withResolvers<undefined>();
    api.on(DELETE_CALL, async () => {
      await held.promise;
      apartments = [SECOND];
      return { body: {} };
    });
    const { user } = await open();
    await user.click(inRow('1A', 'Edit'));
    await user.click(inRow('1A', 'Delete'));
    await screen.findByText(QUESTION);
    await user.click(button('Delete'));
    expect(await screen.findByRole('button', { name: 'Please wait...' })).toBeVisible();
    held.resolve(undefined);
    expect(await dialog('Success')).toHaveTextContent('Apartment deleted successfully!');
    await user.click(button('OK'));
    await noDialog();
    expect(screen.queryByText('1A')).not.toBeInTheDocument();
    // The form of an apartment that is gone is gone too.
    expect(screen.queryByLabelText('Apartment Number')).not.toBeInTheDocument();
    // The focus is on the row that took its place.
    await waitFor(() => expect(screen.getByText('1B').closest('tr')).toHaveFocus());
    expect(api.made(DELETE_CALL)).toHaveLength(1);
  });

  it.each([
    [{ detail: 'Someone lives there' }, 'Someone lives there'],
    [{ message: 'Unread' }, 'Failed to delete apartment.'],
  ])('shows the error of the server: %o', async (body, text) => {
    api.on(DELETE_CALL, () => ({ status: 409, body }));
    const { user } = await open();
    await user.click(inRow('1A', 'Delete'));
    await screen.findByText(QUESTION);
    await user.click(button('Delete'));
    expect(await dialog('Error')).toHaveTextContent(text);
    await user.click(button('OK'));
    await noDialog();
    expect(row('1A')).toBeVisible();
    await waitFor(() => expect(inRow('1A', 'Delete')).toHaveFocus());
  });
});
