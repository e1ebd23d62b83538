import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CondoDetailPage } from '~/features/condos/condo-detail-page';
import { api } from '../../../support/stub-transport';
import { onTheWire } from '../../../support/stub-api';
import { renderScreen } from '../../../support/render-screen';
import { VersionedRecord } from '../../../support/versioned-record';
import { CONDO, imageFile } from './condo-fixtures';
import { must } from '../../../support/must';

const GET_CALL = 'GET /admin/condos/7';
const PUT_CALL = 'PUT /admin/condos/7';

let record: VersionedRecord;
beforeEach(() => {
  record = new VersionedRecord(api, '/admin/condos/7', CONDO);
  api.on('GET /admin/apartments', () => ({ body: [] }));
});

async function openForm() {
  const opened = await renderScreen(<CondoDetailPage condoId={7} />, { path: '/condos/7' });
  await opened.user.click(
    await screen.findByRole('button', { name: 'Update Building Information' }),
  );
  await screen.findByLabelText('Building Image');
  const retype = async (label: string, text: string) => {
    await opened.user.clear(screen.getByLabelText(label));
    await opened.user.paste(text);
  };
  return { ...opened, retype };
}

const submit = () => screen.getByRole('button', { name: 'Update Building' });
const dialog = () =>
  screen.findByRole('dialog', { name: 'Someone else has changed this building' });
const choice = (field: string, side: string) =>
  screen
    .getByRole('group', { name: field })
    .querySelector(`label:nth-of-type(${side === 'theirs' ? 1 : 2}) input`);
/** A toast may be gone again on a busy machine. */
const saved = () => waitFor(() => expect(record.savings).toBe(1));
const sent = () => api.made(PUT_CALL).map(({ form, headers }) => [headers['if-match'], form?.city]);

describe('two administrators save the same building', () => {
  it('the second sees what the first has changed, chooses, and nothing typed is lost', async () => {
    const { user, retype } = await openForm();
    await retype('City/Town/Commune', 'Mine');
    await retype('Canton', 'MI');
    record.someoneElseSaves({ city: 'Theirs', address: 'Moved 1', state: 'MI' });
    await user.click(submit());
    const box = within(await dialog());
    // What only they have changed is theirs at first; the canton is the same for both and no question.
    expect(
      box.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent),
    ).toEqual(['Address', 'City/Town/Commune']);
    expect(choice('Address', 'theirs')).toBeChecked();
    expect(choice('City/Town/Commune', 'mine')).toBeChecked();
    expect(box.getByText('Theirs')).toBeVisible();
    expect(box.getByText('Mine')).toBeVisible();
    await user.click(box.getByRole('button', { name: 'Save with these choices' }));
    await saved();
    expect(record.stored).toMatchObject({ city: 'Mine', address: 'Moved 1', state: 'MI' });
    expect(sent()).toEqual([
      ['"v1"', 'Mine'],
      ['"v2"', 'Mine'],
    ]);
    expect(screen.queryByText('Failed to update condo.')).toBeNull();
  });

  it('takes their value, or the value before, as chosen', async () => {
    const { user, retype } = await openForm();
    await retype('City/Town/Commune', 'Mine');
    record.someoneElseSaves({ city: 'Theirs', address: 'Moved 1' });
    await user.click(submit());
    const box = within(await dialog());
    await user.click(box.getByRole('radio', { name: /Theirs/ }));
    await user.click(box.getByRole('radio', { name: /Seestrasse 7/ }));
    await user.click(box.getByRole('button', { name: 'Save with these choices' }));
    await saved();
    expect(record.stored).toMatchObject({ city: 'Theirs', address: onTheWire(CONDO.address) });
  });

  it('going back keeps what was typed, and asks again at the next try', async () => {
    const { user, retype } = await openForm();
    await retype('City/Town/Commune', 'Mine');
    record.someoneElseSaves({ city: 'Theirs' });
    await user.click(submit());
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Back to the form' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('City/Town/Commune')).toHaveValue('Mine');
    await user.click(submit());
    await dialog();
    expect(record.stored.city).toBe('Theirs');
  });

  it('a third one is met as well', async () => {
    const { user, retype } = await openForm();
    await retype('City/Town/Commune', 'Mine');
    record.someoneElseSaves({ city: 'Theirs' });
    await user.click(submit());
    await dialog();
    record.someoneElseSaves({ city: 'A third' });
    await user.click(screen.getByRole('button', { name: 'Save with these choices' }));
    expect(await screen.findByText('A third')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save with these choices' }));
    await saved();
    expect(record.stored.city).toBe('Mine');
  });

  it('a reading in the background does not hide their change', async () => {
    const { user, retype, queryClient } = await openForm();
    await retype('City/Town/Commune', 'Mine');
    record.someoneElseSaves({ address: 'Moved 1' });
    await queryClient.invalidateQueries();
    await waitFor(() =>
      expect(screen.getByText('Moved 1', { selector: 'dd *, dd' })).toBeVisible(),
    );
    expect(screen.getByLabelText('Address')).toHaveValue(CONDO.address);
    await user.click(submit());
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Save with these choices' }));
    await saved();
    expect(record.stored).toMatchObject({ city: 'Mine', address: 'Moved 1' });
  });

  it('images: theirs stays unless something was done to it here', async () => {
    const { user, retype } = await openForm();
    await retype('City/Town/Commune', 'Mine');
    await user.upload(screen.getByLabelText('Canton Flag'), imageFile('my.png', 'image/png'));
    record.someoneElseSaves({ image_url: null, flag_url: 'https://cdn.example/their.png' });
    await user.click(submit());
    const box = within(await dialog());
    expect(box.getByAltText('Their Canton Flag')).toHaveAttribute(
      'src',
      'https://cdn.example/their.png',
    );
    expect(
      within(box.getByRole('group', { name: 'Building Image' })).getAllByRole('radio'),
    ).toHaveLength(1);
    await user.click(box.getByRole('radio', { name: /Another image/ }));
    await user.click(box.getByRole('button', { name: 'Save with these choices' }));
    await saved();
    expect(Object.keys(must(api.made(PUT_CALL)[1]?.form, 'form'))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/image|flag/)]),
    );
  });

  it('a change outside of the form causes no question', async () => {
    const { user, retype } = await openForm();
    await retype('City/Town/Commune', 'Mine');
    record.someoneElseSaves({ created_at: '2026-01-01T00:00:00Z' });
    await user.click(submit());
    await saved();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the own change before is none of somebody else', async () => {
    const { user, retype } = await openForm();
    await retype('City/Town/Commune', 'One');
    await user.click(submit());
    await saved();
    await retype('City/Town/Commune', 'Two');
    await user.click(submit());
    await waitFor(() => expect(record.stored.city).toBe('Two'));
    expect(sent()).toEqual([
      ['"v1"', 'One'],
      ['"v2"', 'Two'],
    ]);
  });
});

describe('an API without strong tags', () => {
  it.each([undefined, 'W/"weak"'])('gets no If-Match, and a 412 is a failure (%s)', async (tag) => {
    api.on(GET_CALL, () => ({ body: CONDO, ...(tag && { etag: tag }) }));
    api.on(PUT_CALL, () => ({ status: 412, body: { detail: 'Odd' } }));
    const { user, retype } = await openForm();
    await retype('City/Town/Commune', 'Mine');
    await user.click(submit());
    expect(await screen.findByText('Failed to update condo.')).toBeVisible();
    expect(screen.getByLabelText('City/Town/Commune')).toHaveValue('Mine');
    expect(api.made(PUT_CALL)).toHaveLength(1);
    expect(api.made(PUT_CALL)[0]?.headers).not.toHaveProperty('if-match');
    expect(Object.keys(must(api.made(PUT_CALL)[0]?.form, 'form'))).not.toContain('version');
  });
});
