import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApartmentForm } from '~/apartments/screens/form/apartment-form';
import type { ApartmentCreate } from '~/apartments/schema';
import { readApartment } from '~/apartments/fields';
import { field, renderScreen, textsOf } from '../../support/on-screen';

/** An apartment with these parking spots. */
const withSpots = (parking_spot_number: string) => ({
  apartment: {
    ...readApartment({ id: 31, condo_id: 7, apartment_number: '1A', parking_spot_number }),
    version: null,
  },
});
const CONDOS = [
  { value: 7, label: 'Seestrasse 7' },
  { value: 8, label: 'Seestrasse 8' },
];
const SPOT_REQUIRED = 'At least one parking spot or None must be selected';

async function open(props: Partial<Parameters<typeof ApartmentForm>[0]> = {}) {
  const saved = vi.fn<(payload: ApartmentCreate) => Promise<{ version: null }>>();
  saved.mockResolvedValue({ version: null });
  const opened = await renderScreen(
    <ApartmentForm
      save={(payload) => saved(payload)}
      onSaved={() => {}}
      onServerError={() => {}}
      {...(!props.condos && { condoId: 7 })}
      {...props}
    />,
  );
  await screen.findByLabelText('Apartment Number');
  return { ...opened, saved };
}

const none = () => screen.getByRole('checkbox', { name: 'None' });
const entry = () => field('Parking Spots');
function spots() {
  const list = screen.queryByRole('list', { name: 'Parking spots' });
  return list ? textsOf(within(list).getAllByRole('listitem')) : [];
}

describe('parking spots', () => {
  it('are added with Enter or Add, which unticks None and does not send the form', async () => {
    const { user, press, saved } = await open();
    await user.type(entry(), 'P1{Enter}');
    expect(spots()).toEqual(['P1']);
    expect(none()).not.toBeChecked();
    expect(entry()).toHaveValue('');
    await user.type(entry(), '  P2 ');
    await press('Add');
    expect(spots()).toEqual(['P1', 'P2']);
    expect(entry()).toHaveFocus();
    expect(saved).not.toHaveBeenCalled();
    await user.type(field('Apartment Number'), '1');
    await press(/^(Create|Update) Apartment$/);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.lastCall).toMatchObject([{ parking_spot_number: 'P1,P2' }]);
  });

  it('a blank entry does not untick None', async () => {
    const { user } = await open();
    await user.type(entry(), '   {Enter}');
    expect(none()).toBeChecked();
    expect(spots()).toEqual([]);
  });

  it('are cleared by ticking None, and removed one by one', async () => {
    const { user, press } = await open(withSpots('P1,P2'));
    await press('Remove parking spot P1');
    expect(spots()).toEqual(['P2']);
    expect(none()).not.toBeChecked();
    await user.click(none());
    expect(spots()).toEqual([]);
    expect(none()).toBeChecked();
  });

  it('None is on again when the last spot is removed', async () => {
    const { press } = await open(withSpots('P1'));
    await press('Remove parking spot P1');
    expect(none()).toBeChecked();
  });

  it('are required when None is off', async () => {
    const { user, press, saved } = await open(withSpots('P1,P2'));
    await user.click(none());
    await user.click(none());
    await press(/^(Create|Update) Apartment$/);
    expect(await screen.findByText(SPOT_REQUIRED)).toBeVisible();
    expect(entry()).toBeInvalid();
    await waitFor(() => expect(entry()).toHaveFocus());
    expect(saved).not.toHaveBeenCalled();
    await user.type(entry(), 'P3{Enter}');
    expect(screen.queryByText(SPOT_REQUIRED)).not.toBeInTheDocument();
    await press(/^(Create|Update) Apartment$/);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  });

  it('that were typed but not added are not lost without a word', async () => {
    const { user, press, saved } = await open(withSpots('P1,P2'));
    await user.type(entry(), 'P3');
    await press(/^(Create|Update) Apartment$/);
    const message = 'Press Add to add this parking spot, or clear it';
    expect(await screen.findByText(message)).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
    await press('Add');
    await press(/^(Create|Update) Apartment$/);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.lastCall).toMatchObject([{ parking_spot_number: 'P1,P2,P3' }]);
  });
});

it('all rules show at once', async () => {
  const { user, press, saved } = await open({ condos: CONDOS });
  await user.click(none());
  await press(/^(Create|Update) Apartment$/);
  expect(await screen.findByText('Condo is required')).toBeVisible();
  expect(screen.getByText('Apartment number is required')).toBeVisible();
  expect(screen.getByText(SPOT_REQUIRED)).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
});

it('steps as specified, and does not ask for a building that is settled', async () => {
  await open();
  const numbers = ['Rooms', 'Bathrooms', 'Square Meters (Sqmt)'];
  expect(numbers.map((label) => field(label).step)).toEqual(['0.5', '0.5', '0.01']);
  expect(screen.queryByLabelText('Building')).not.toBeInTheDocument();
});
