import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { apartmentSearch } from '~/apartments/search';
import { invalidateAfter } from '~/rpc/queries';
import { ApartmentsPage } from '~/apartments/screens/apartments-page';
import { anApartment } from '../../support/builders';
import { dialog, field, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { VersionedRecord } from '../../support/versioned-record';
import { CondoScreen } from '../condos/condo-screen';
import { CONDO } from '../condos/condo-fixtures';

const PATH = '/admin/apartments/31';
const APARTMENT = anApartment({ id: 31, condo_id: 7 });
const TITLE = 'Someone else has changed this apartment';

let record: VersionedRecord;
beforeEach(() => {
  record = new VersionedRecord(api, PATH, APARTMENT);
  // The list is as old as the screen.
  api.serve({ '/admin/condos/7': CONDO, '/admin/apartments': [APARTMENT] });
});

/** The form of the apartment, in the edit dialog of the apartments list unless on another page. */
async function open(page = <ApartmentsPage query={apartmentSearch.defaults} />) {
  const opened = await renderScreen(page);
  await opened.press('Edit');
  await screen.findByLabelText('Notes');
  const save = () => opened.press('Update Apartment');
  const saveChoices = () => opened.answer(TITLE, 'Save with these choices');
  return { ...opened, save, saveChoices };
}

const isRead = () => waitFor(() => expect(record.readings()).toBe(1));
const saved = () => waitFor(() => expect(record.savings).toBe(1));
const closed = () => waitFor(() => expect(screen.queryByLabelText('Notes')).toBeNull());

describe('two administrators save the same apartment', () => {
  it('the second chooses field by field, parking as one', async () => {
    const { user, retype, save, saveChoices } = await open();
    await isRead();
    await retype('Notes', 'Terrace');
    await retype('Rooms', '4');
    record.someoneElseSaves({ notes: 'Loggia', parking_spot_number: 'None', bathrooms: 2 });
    await save();
    const question = await dialog(TITLE);
    const box = within(question);
    const legends = textsOf(question.querySelectorAll('legend'));
    expect(legends).toEqual(['Bathrooms', 'Notes', 'Parking Spot']);
    expect(box.getByRole('radio', { name: /Your value ?Terrace/ })).toBeChecked();
    expect(box.getByRole('radio', { name: /Their value ?None/ })).toBeChecked();
    await user.click(box.getByRole('radio', { name: /The value before ?P1, P2/ }));
    await saveChoices();
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
    const { user, retype, save, saveChoices } = await open(<CondoScreen condoId={7} />);
    await isRead();
    await retype('Notes', 'Terrace');
    record.someoneElseSaves({ notes: 'Loggia' });
    await save();
    await user.click(await screen.findByRole('radio', { name: /Their value ?Loggia/ }));
    await saveChoices();
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
    await waitFor(() => expect(field('Notes')).toHaveValue('Loggia'));
    expect(screen.getByRole('button', { name: 'Remove parking spot P7' })).toBeVisible();
    await retype('Rooms', '4');
    await save();
    await closed();
    expect(record.matched()).toEqual(['"v2"']);
    expect(record.stored).toMatchObject({ notes: 'Loggia', bedrooms: 4 });
  });

  it('is compared with what was typed before it came', async () => {
    const release = api.hold(`GET ${PATH}`, () => record.answer());
    record.someoneElseSaves({ notes: 'Loggia' });
    const { retype, save, saveChoices } = await open();
    await retype('Notes', 'Terrace');
    release();
    await save();
    await dialog(TITLE);
    expect(record.matched()).toEqual([]);
    await saveChoices();
    await saved();
    expect(record.matched()).toEqual(['"v2"']);
    expect(record.stored.notes).toBe('Terrace');
  });

  it('is waited for by a save that is quicker', async () => {
    const release = api.hold(`GET ${PATH}`, () => record.answer());
    const { retype, save } = await open();
    await retype('Notes', 'Terrace');
    await save();
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    expect(record.matched()).toEqual([]);
    release();
    await closed();
    expect(record.matched()).toEqual(['"v1"']);
    expect(record.readings()).toBe(1);
  });

  it('is read again where a change elsewhere ends it while a save waits', async () => {
    const release = api.hold(`GET ${PATH}`, () => record.answer());
    const { queryClient, retype, save } = await open();
    await retype('Notes', 'Terrace');
    await save();
    invalidateAfter(queryClient, 'condos.delete');
    release();
    await closed();
    expect(record.matched()).toEqual(['"v1"']);
  });

  it.each([
    ['has no version', { body: { id: 31, apartment_number: 'other' } }],
    ['cannot be read', { status: 500 }],
    ['is not there', { status: 404 }],
  ])('is left alone where it %s', async (_why, answer) => {
    api.on(`GET ${PATH}`, () => answer);
    const { retype, save } = await open();
    await isRead();
    await retype('Notes', 'Terrace');
    expect(field('Apartment Number')).toHaveValue('1A');
    expect(screen.queryByRole('alert')).toBeNull();
    await save();
    await closed();
    expect(record.matched()).toEqual([undefined]);
    expect(record.stored).toMatchObject({ ...APARTMENT, sqmt: 82.5, notes: 'Terrace' });
    expect(record.readings()).toBe(1);
  });
});
