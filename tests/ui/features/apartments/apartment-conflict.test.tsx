import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { apartmentSearch } from '~/data/apartments/apartment-search';
import { ApartmentsPage } from '~/features/apartments/apartments-page';
import { CondoDetailPage } from '~/features/condos/condo-detail-page';
import { anApartment } from '../../../support/builders';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';
import { VersionedRecord } from '../../../support/versioned-record';
import { CONDO } from '../condos/condo-fixtures';

const PATH = '/admin/apartments/31';
const APARTMENT = anApartment({ id: 31, condo_id: 7 });

let record: VersionedRecord;
beforeEach(() => {
  record = new VersionedRecord(api, PATH, APARTMENT);
  api
    .on('GET /admin/condos/7', () => ({ body: CONDO }))
    // The list is as old as the screen.
    .on('GET /admin/apartments', () => ({ body: [APARTMENT] }));
});

type Opened = Awaited<ReturnType<typeof renderScreen>>;

function withForm(opened: Opened) {
  const retype = async (label: string, text: string) => {
    await opened.user.clear(screen.getByLabelText(label));
    await opened.user.paste(text);
  };
  const save = () => opened.user.click(screen.getByRole('button', { name: 'Update Apartment' }));
  return { ...opened, retype, save };
}

/** The edit dialog of the apartments list. */
async function open() {
  const opened = await renderScreen(<ApartmentsPage query={apartmentSearch.defaults} />);
  await opened.user.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByLabelText('Notes');
  return withForm(opened);
}

const isRead = () => waitFor(() => expect(record.readings()).toBe(1));
const question = () =>
  screen.findByRole('dialog', { name: 'Someone else has changed this apartment' });
const saved = () => waitFor(() => expect(record.savings).toBe(1));
const closed = () => waitFor(() => expect(screen.queryByLabelText('Notes')).toBeNull());

describe('two administrators save the same apartment', () => {
  it('the second chooses field by field, parking as one', async () => {
    const { user, retype, save } = await open();
    await isRead();
    await retype('Notes', 'Terrace');
    await retype('Rooms', '4');
    record.someoneElseSaves({ notes: 'Loggia', parking_spot_number: 'None', bathrooms: 2 });
    await save();
    const box = within(await question());
    expect(
      box.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent),
    ).toEqual(['Bathrooms', 'Notes', 'Parking Spot']);
    expect(box.getByRole('radio', { name: /Your value ?Terrace/ })).toBeChecked();
    expect(box.getByRole('radio', { name: /Their value ?None/ })).toBeChecked();
    await user.click(box.getByRole('radio', { name: /The value before ?P1, P2/ }));
    await user.click(box.getByRole('button', { name: 'Save with these choices' }));
    await closed();
    expect(record.stored).toMatchObject({
      notes: 'Terrace',
      bedrooms: 4,
      bathrooms: 2,
      parking_spot_number: 'P1,P2',
    });
    expect(record.matched()).toEqual(['"v1"', '"v2"']);
    expect(record.savings).toBe(1);
  });

  it('on the page of the building, too', async () => {
    const opened = await renderScreen(<CondoDetailPage condoId={7} />, { path: '/condos/7' });
    const row = await screen.findByRole('row', { name: /^1A / });
    await opened.user.click(within(row).getByRole('button', { name: 'Edit' }));
    const { user, retype, save } = withForm(opened);
    await isRead();
    await retype('Notes', 'Terrace');
    record.someoneElseSaves({ notes: 'Loggia' });
    await save();
    const box = within(await question());
    await user.click(box.getByRole('radio', { name: /Their value ?Loggia/ }));
    await user.click(box.getByRole('button', { name: 'Save with these choices' }));
    await saved();
    expect(record.stored.notes).toBe('Loggia');
  });

  it('another building is adopted without a question', async () => {
    const { retype, save } = await open();
    await isRead();
    await retype('Notes', 'Terrace');
    record.someoneElseSaves({ condo_id: 8 });
    await save();
    await closed();
    expect(record.stored).toMatchObject({ condo_id: 8, notes: 'Terrace' });
  });
});

describe('the record that is read when the form opens', () => {
  it('is what an untouched form edits, however old the list is', async () => {
    record.someoneElseSaves({ notes: 'Loggia', parking_spot_number: 'P7' });
    const { retype, save } = await open();
    await waitFor(() => expect(screen.getByLabelText('Notes')).toHaveValue('Loggia'));
    expect(screen.getByRole('button', { name: 'Remove parking spot P7' })).toBeVisible();
    await retype('Rooms', '4');
    await save();
    await closed();
    expect(record.matched()).toEqual(['"v2"']);
    expect(record.stored).toMatchObject({ notes: 'Loggia', bedrooms: 4 });
  });

  it('is compared with what was typed before it came', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.on(`GET ${PATH}`, () => promise.then(() => record.answer()));
    record.someoneElseSaves({ notes: 'Loggia' });
    const { user, retype, save } = await open();
    await retype('Notes', 'Terrace');
    resolve();
    await save();
    const box = within(await question());
    expect(record.matched()).toEqual([]);
    await user.click(box.getByRole('button', { name: 'Save with these choices' }));
    await saved();
    expect(record.matched()).toEqual(['"v2"']);
    expect(record.stored.notes).toBe('Terrace');
  });

  it('is waited for by a save that is quicker', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.on(`GET ${PATH}`, () => promise.then(() => record.answer()));
    const { retype, save } = await open();
    await retype('Notes', 'Terrace');
    await save();
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    expect(record.matched()).toEqual([]);
    resolve();
    await closed();
    expect(record.matched()).toEqual(['"v1"']);
    expect(record.readings()).toBe(1);
  });

  it.each([
    ['has no version', { body: { id: 31, apartment_number: 'other' } }],
    ['has a weak one', { body: { id: 31 }, etag: 'W/"1"' }],
    ['cannot be read', { status: 500 }],
    ['is not there', { status: 404 }],
  ])('is left alone where it %s', async (_why, answer) => {
    api.on(`GET ${PATH}`, () => answer);
    const { retype, save } = await open();
    await isRead();
    await retype('Notes', 'Terrace');
    expect(screen.getByLabelText('Apartment Number')).toHaveValue('1A');
    expect(screen.queryByRole('alert')).toBeNull();
    await save();
    await closed();
    expect(record.matched()).toEqual([undefined]);
    expect(record.stored).toMatchObject({ ...APARTMENT, sqmt: 82.5, notes: 'Terrace' });
    expect(record.readings()).toBe(1);
  });
});
