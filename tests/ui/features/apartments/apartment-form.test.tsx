import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApartmentForm } from '~/components/apartments/apartment-form';
import type { ApartmentCreate } from '~/contract/apartment';
import type { Apartment } from '~/contract/apartment-reading';
import type { Versioned } from '~/contract/versioned';
import { renderScreen } from '../../../support/render-screen';

const APARTMENT: Versioned<Apartment> = {
  id: 31,
  condo_id: 7,
  apartment_number: '1A',
  floor_number: null,
  bedrooms: null,
  bathrooms: null,
  sqmt: null,
  parking_spot_number: 'P1,P2',
  has_parking: true,
  notes: null,
  version: null,
};
const CONDOS = [
  { value: 7, label: 'Seestrasse 7' },
  { value: 8, label: 'Seestrasse 8' },
];
const SPOT_REQUIRED = 'At least one parking spot or None must be selected';

async function open(props: Partial<Parameters<typeof ApartmentForm>[0]> = {}) {
  const save = vi.fn<(payload: ApartmentCreate) => Promise<{ version: null }>>(async () => ({
    version: null,
  }));
  const onServerError = vi.fn<(error: unknown) => void>();
  const opened = await renderScreen(
    <ApartmentForm
      submitLabel="Save"
      save={(payload) => save(payload)}
      onSaved={() => {}}
      onServerError={onServerError}
      {...(!props.condos && { condoId: 7 })}
      {...props}
    />,
  );
  await screen.findByLabelText('Apartment Number');
  return { ...opened, save, onServerError };
}

const submit = () => screen.getByRole('button', { name: 'Save' });
const none = () => screen.getByRole('checkbox', { name: 'None' });
const entry = () => screen.getByLabelText('Parking Spots');
const add = () => screen.getByRole('button', { name: 'Add' });
const step = (label: string) => screen.getByLabelText(label).getAttribute('step');
const spots = () => {
  const list = screen.queryByRole('list', { name: 'Parking spots' });
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map((spot) => spot.textContent)
    : [];
};

describe('parking spots', () => {
  it('are added with Enter or Add, which unticks None and does not send the form', async () => {
    const { user, save } = await open();
    await user.type(entry(), 'P1{Enter}');
    expect(spots()).toEqual(['P1']);
    expect(none()).not.toBeChecked();
    expect(entry()).toHaveValue('');
    await user.type(entry(), '  P2 ');
    await user.click(add());
    expect(spots()).toEqual(['P1', 'P2']);
    expect(entry()).toHaveFocus();
    expect(save).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText('Apartment Number'), '1');
    await user.click(submit());
    await waitFor(() =>
      expect(save).toHaveBeenCalledWith(expect.objectContaining({ parking_spot_number: 'P1,P2' })),
    );
  });

  it('a blank entry does not untick None', async () => {
    const { user } = await open();
    await user.type(entry(), '   {Enter}');
    expect(none()).toBeChecked();
    expect(spots()).toEqual([]);
  });

  it('are cleared by ticking None, and removed one by one', async () => {
    const { user } = await open({ apartment: APARTMENT });
    await user.click(screen.getByRole('button', { name: 'Remove parking spot P1' }));
    expect(spots()).toEqual(['P2']);
    expect(none()).not.toBeChecked();
    await user.click(none());
    expect(spots()).toEqual([]);
    expect(none()).toBeChecked();
  });

  it('None is on again when the last spot is removed', async () => {
    const { user } = await open({ apartment: { ...APARTMENT, parking_spot_number: 'P1' } });
    await user.click(screen.getByRole('button', { name: 'Remove parking spot P1' }));
    expect(none()).toBeChecked();
  });

  it('are required when None is off', async () => {
    const { user, save } = await open({ apartment: APARTMENT });
    await user.click(none());
    await user.click(none());
    await user.click(submit());
    expect(await screen.findByText(SPOT_REQUIRED)).toBeVisible();
    expect(entry()).toBeInvalid();
    await waitFor(() => expect(entry()).toHaveFocus());
    expect(save).not.toHaveBeenCalled();
    await user.type(entry(), 'P3{Enter}');
    expect(screen.queryByText(SPOT_REQUIRED)).not.toBeInTheDocument();
    await user.click(submit());
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
  });

  it('that were typed but not added are not lost without a word', async () => {
    const { user, save } = await open({ apartment: APARTMENT });
    await user.type(entry(), 'P3');
    await user.click(submit());
    expect(
      await screen.findByText('Press Add to add this parking spot, or clear it'),
    ).toBeVisible();
    expect(save).not.toHaveBeenCalled();
    await user.click(add());
    await user.click(submit());
    await waitFor(() =>
      expect(save).toHaveBeenCalledWith(
        expect.objectContaining({ parking_spot_number: 'P1,P2,P3' }),
      ),
    );
  });
});

describe('the rules', () => {
  it('all show at once', async () => {
    const { user, save } = await open({ condos: CONDOS });
    await user.click(none());
    await user.click(submit());
    expect(await screen.findByText('Condo is required')).toBeVisible();
    expect(screen.getByText('Apartment number is required')).toBeVisible();
    expect(screen.getByText(SPOT_REQUIRED)).toBeVisible();
    expect(save).not.toHaveBeenCalled();
  });

  it('the steps are those of the specification', async () => {
    await open();
    expect([step('Rooms'), step('Bathrooms'), step('Square Meters (Sqmt)')]).toEqual([
      '0.5',
      '0.5',
      '0.01',
    ]);
  });
});

it('a building that is settled is not asked for', async () => {
  await open();
  expect(screen.queryByLabelText('Building')).not.toBeInTheDocument();
});
