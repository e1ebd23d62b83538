import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CondoDetailPage } from '~/condos/screens/condo-detail-page';
import { must } from '../../support/must';
import { dialog, field, noDialog, renderScreen, textsOf } from '../../support/on-screen';
import { onTheWire } from '../../support/stub-api';
import { api } from '../../support/stub-transport';
import { VersionedRecord } from '../../support/versioned-record';
import { CONDO, imageFile, openUpdateForm } from './condo-fixtures';

const GET_CALL = 'GET /admin/condos/7';
const PUT_CALL = 'PUT /admin/condos/7';
const TITLE = 'Someone else has changed this building';

let record: VersionedRecord;
beforeEach(() => {
  record = new VersionedRecord(api, '/admin/condos/7', CONDO);
  api.serve({ '/admin/apartments': [] });
});

/** Opens the form and types another city. */
async function openForm(city = 'Mine') {
  const opened = await renderScreen(<CondoDetailPage condoId={7} />, '/condos/7');
  await openUpdateForm(opened);
  await opened.retype('City/Town/Commune', city);
  const save = () => opened.press('Update Building');
  const saveChoices = () => opened.answer(TITLE, 'Save with these choices');
  return { ...opened, save, saveChoices };
}

const choice = (label: string, side: string) =>
  screen
    .getByRole('group', { name: label })
    .querySelector(`label:nth-of-type(${side === 'theirs' ? 1 : 2}) input`);
/** A toast may be gone again on a busy machine. */
const saved = () => waitFor(() => expect(record.savings).toBe(1));
const sent = () => api.made(PUT_CALL).map(({ form, headers }) => [headers['if-match'], form?.city]);
const sentFields = (index: number) => Object.keys(must(api.made(PUT_CALL)[index]?.form, 'form'));

describe('two administrators save the same building', () => {
  it('the second sees what the first has changed, chooses, and nothing typed is lost', async () => {
    const { retype, save, saveChoices } = await openForm();
    await retype('Canton', 'MI');
    record.someoneElseSaves({ city: 'Theirs', address: 'Moved 1', state: 'MI' });
    await save();
    const box = within(await dialog(TITLE));
    // What only they have changed is theirs at first; the canton is the same for both and no question.
    const groups = box
      .getAllByRole('group')
      .map((group) => must(group.firstElementChild, 'legend'));
    expect(textsOf(groups)).toEqual(['Address', 'City/Town/Commune']);
    expect(choice('Address', 'theirs')).toBeChecked();
    expect(choice('City/Town/Commune', 'mine')).toBeChecked();
    expect(box.getByText('Theirs')).toBeVisible();
    expect(box.getByText('Mine')).toBeVisible();
    await saveChoices();
    await saved();
    expect(record.stored).toMatchObject({ city: 'Mine', address: 'Moved 1', state: 'MI' });
    expect(sent()).toEqual([
      ['"v1"', 'Mine'],
      ['"v2"', 'Mine'],
    ]);
    expect(screen.queryByText('Failed to update condo.')).toBeNull();
  });

  it('takes their value, or the value before, as chosen', async () => {
    const { user, save, saveChoices } = await openForm();
    record.someoneElseSaves({ city: 'Theirs', address: 'Moved 1' });
    await save();
    const box = within(await dialog(TITLE));
    await user.click(box.getByRole('radio', { name: /Theirs/ }));
    await user.click(box.getByRole('radio', { name: /Seestrasse 7/ }));
    await saveChoices();
    await saved();
    expect(record.stored).toMatchObject({ city: 'Theirs', address: onTheWire(CONDO.address) });
  });

  it('going back keeps what was typed, and asks again at the next try; a third one is met as well', async () => {
    const { save, answer, saveChoices } = await openForm();
    record.someoneElseSaves({ city: 'Theirs' });
    await save();
    await answer(TITLE, 'Back to the form');
    await noDialog();
    expect(field('City/Town/Commune')).toHaveValue('Mine');
    await save();
    await dialog(TITLE);
    expect(record.stored.city).toBe('Theirs');
    record.someoneElseSaves({ city: 'A third' });
    await saveChoices();
    expect(await screen.findByText('A third')).toBeVisible();
    await saveChoices();
    await saved();
    expect(record.stored.city).toBe('Mine');
  });

  it('a reading in the background does not hide their change', async () => {
    const { save, saveChoices, queryClient } = await openForm();
    record.someoneElseSaves({ address: 'Moved 1' });
    await queryClient.invalidateQueries();
    expect(await screen.findByText('Moved 1', { selector: 'dd *, dd' })).toBeVisible();
    expect(field('Address')).toHaveValue(CONDO.address);
    await save();
    await saveChoices();
    await saved();
    expect(record.stored).toMatchObject({ city: 'Mine', address: 'Moved 1' });
  });

  it('images: theirs stays unless something was done to it here', async () => {
    const { user, save, saveChoices } = await openForm();
    await user.upload(field('Canton Flag'), imageFile('my.png', 'image/png'));
    record.someoneElseSaves({ image_url: null, flag_url: 'https://cdn.example/their.png' });
    await save();
    const box = within(await dialog(TITLE));
    const flag = box.getByAltText('Their Canton Flag');
    expect(flag).toHaveAttribute('src', 'https://cdn.example/their.png');
    const image = within(box.getByRole('group', { name: 'Building Image' }));
    expect(image.getAllByRole('radio')).toHaveLength(1);
    await user.click(box.getByRole('radio', { name: /Another image/ }));
    await saveChoices();
    await saved();
    expect(sentFields(1).filter((name) => /image|flag/.test(name))).toEqual([]);
  });

  it('a change outside of the form causes no question', async () => {
    const { save } = await openForm();
    record.someoneElseSaves({ created_at: '2026-01-01T00:00:00Z' });
    await save();
    await saved();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the own change before is none of somebody else', async () => {
    const { retype, save } = await openForm('One');
    await save();
    await saved();
    await retype('City/Town/Commune', 'Two');
    await save();
    await waitFor(() => expect(record.stored.city).toBe('Two'));
    expect(sent()).toEqual([
      ['"v1"', 'One'],
      ['"v2"', 'Two'],
    ]);
  });
});

it('an API without a tag gets no If-Match', async () => {
  api.on(GET_CALL, () => ({ body: CONDO }));
  api.reject(PUT_CALL, 412, 'Odd');
  const { save } = await openForm();
  await save();
  expect(await screen.findByText('Failed to update condo.')).toBeVisible();
  expect(field('City/Town/Commune')).toHaveValue('Mine');
  expect(api.made(PUT_CALL)).toHaveLength(1);
  expect(api.made(PUT_CALL)[0]?.headers).not.toHaveProperty('if-match');
  expect(sentFields(0)).not.toContain('version');
});
