import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { historySearch } from '~/history/search';
import { ActivityPage } from '~/history/screens/activity-page';
import { dialog, noDialog, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const VALUES = '/admin/history/5/changes/51/values';

const DELETION = { what: 'deleted', count: 1, is_restorable: true };
const CONDO = { ...DELETION, change: 61, kind: 'condo', id: 3, name: 'Lac', fields: [] };
const APARTMENT = {
  ...DELETION,
  change: 62,
  kind: 'apartment',
  id: 9,
  name: '1, Lac',
  fields: [{ name: 'apartment_number', old: '1', new: null, is_restorable: false }],
};
const INVITATION = { ...APARTMENT, change: 63, kind: 'invitation', id: 4, name: 'a@example.ch' };

const DELETED = {
  id: 6,
  at: '2026-11-21T08:00:00.000Z',
  actor: { kind: 'administrator', id: 7, name: 'Ada' },
  action: 'deleted',
  record: { kind: 'condo', id: 3, name: 'Lac' },
  change_count: 2,
  is_restorable: true,
  changes: [CONDO, APARTMENT],
};
const CHANGED = {
  ...DELETED,
  id: 5,
  action: 'changed',
  record: { kind: 'condo', id: 2, name: 'Neu' },
  change_count: 1,
  is_restorable: false,
  changes: [
    {
      ...CONDO,
      change: 51,
      what: 'changed',
      id: 2,
      name: 'Neu',
      is_restorable: false,
      fields: [
        { name: 'name', old: 'Alt', new: 'Neu', is_restorable: true },
        { name: 'image_url', old: null, new: 'a.webp', is_restorable: true },
      ],
    },
  ],
};

const serve = (...entries: object[]) =>
  api.serve({
    '/admin/history': { begins_at: '2026-11-01T10:00:00.000Z', entries, next: null },
  });

beforeEach(() => {
  serve(DELETED, CHANGED);
});

async function open(name: string) {
  const opened = await renderScreen(<ActivityPage search={historySearch.defaults} />);
  const list = within(await screen.findByRole('list', { name: 'Activity' }));
  for (const summary of list.getAllByText(/^What changed/)) await opened.user.click(summary);
  const opener = await list.findByRole('button', { name });
  await opened.user.click(opener);
  const inDialog = within(await dialog());
  const confirm = () => opened.answer(/./, 'Restore');
  return { ...opened, inDialog, opener, confirm };
}

test('a deleted building is restored once, and what stands in the way is said in the dialog', async () => {
  const call = 'POST /admin/history/6/restore';
  const detail = 'Lac cannot be restored: it was deleted again later.';
  api.reject(call, 409, detail);
  const { user, confirm, inDialog, opener } = await open('Restore Building Lac');
  expect(await dialog('Restore')).toHaveAccessibleDescription('Building Lac');
  expect(inDialog.getByText('Brings back Lac with 1 apartment.')).toBeVisible();
  expect(inDialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await confirm();
  expect(await inDialog.findByRole('alert')).toHaveTextContent(detail);
  api.on(call, () => ({ body: { restored: 2 } }));
  await user.dblClick(inDialog.getByRole('button', { name: 'Restore' }));
  await noDialog();
  expect(api.made(call)).toHaveLength(2);
  expect(opener).toHaveFocus();
  // The apartment comes back with its building alone.
  expect(screen.queryByRole('button', { name: /Restore Apartment/ })).toBeNull();
});

test.each([
  ['Brings back Lac with 2 records.', { changes: [CONDO, APARTMENT, INVITATION], change_count: 3 }],
  // An invitation that was accepted stays away.
  [
    'Brings back Lac with 1 apartment.',
    { changes: [CONDO, APARTMENT, { ...INVITATION, is_restorable: false }], change_count: 3 },
  ],
  ['Brings back Lac with 39 records.', { change_count: 40 }],
  ['Brings back Lac with more than 1,000 records.', { change_count: 1_002 }],
  ['Brings it back.', { changes: [CONDO], change_count: 1 }],
  [
    'Brings back 1 apartment.',
    { action: 'undone', record: null, changes: [APARTMENT], change_count: 1 },
  ],
])('%s', async (text, entry) => {
  serve({ ...DELETED, ...entry });
  const { user } = await renderScreen(<ActivityPage search={historySearch.defaults} />);
  const [first] = await screen.findAllByRole('button', { name: /^Restore / });
  if (first) await user.click(first);
  expect(await screen.findByText(text)).toBeVisible();
});

test("a field's value of today is shown beside the one that is written", async () => {
  const label = 'Building Name or First Line of the Address';
  const fields = [{ name: 'name', old: 'Neuer', new: 'Alt', is_restorable: true }];
  api
    .on(`GET ${VALUES}`, () => ({ etag: '"v1"', body: { ...CHANGED.record, fields } }))
    .on(`POST ${VALUES}`, () => ({ status: 204 }));
  const { confirm, inDialog } = await open(`Restore ${label} of Building Neu`);
  const table = within(await inDialog.findByRole('table', { name: 'Values' }));
  expect(textsOf(table.getAllByRole('cell'))).toEqual([label, 'Neuer', 'Alt']);
  await confirm();
  await noDialog();
  const [call] = api.made(`POST ${VALUES}`);
  expect(call?.query).toEqual({ field: 'name' });
  expect(call?.headers['if-match']).toBe('"v1"');
});

test('a whole record is asked for without a field; Escape leaves it as it is', async () => {
  api.reject(`GET ${VALUES}`, 409, 'Neu has these values already.');
  const { user, confirm, inDialog } = await open('Go back to before this change Building Neu');
  expect(await inDialog.findByRole('alert')).toHaveTextContent('Neu has these values already.');
  expect(api.queries(`GET ${VALUES}`)).toEqual([{}]);
  await confirm();
  expect(api.made(`POST ${VALUES}`)).toHaveLength(0);
  await user.keyboard('{Escape}');
  await noDialog();
});
