import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { historySearch } from '~/data/history/history-search';
import { ActivityPage } from '~/features/history/activity-page';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const LIST = 'GET /admin/history';
const VALUES = '/admin/history/5/changes/51/values';

const DELETED = {
  id: 6,
  at: '2026-11-21T08:00:00.000Z',
  actor: { kind: 'administrator', id: 7, name: 'Ada' },
  action: 'deleted',
  record: { kind: 'condo', id: 3, name: 'Lac' },
  change_count: 2,
  is_restorable: true,
  changes: [
    {
      change: 61,
      what: 'deleted',
      kind: 'condo',
      id: 3,
      name: 'Lac',
      count: 1,
      is_restorable: true,
      fields: [],
    },
    {
      change: 62,
      what: 'deleted',
      kind: 'apartment',
      id: 9,
      name: '1, Lac',
      count: 1,
      is_restorable: true,
      fields: [{ name: 'apartment_number', old: '1', new: null, is_restorable: false }],
    },
  ],
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
      change: 51,
      what: 'changed',
      kind: 'condo',
      id: 2,
      name: 'Neu',
      count: 1,
      is_restorable: false,
      fields: [
        { name: 'name', old: 'Alt', new: 'Neu', is_restorable: true },
        { name: 'image_url', old: null, new: 'a.webp', is_restorable: true },
      ],
    },
  ],
};

beforeEach(() => {
  api.on(LIST, () => ({
    body: { begins_at: '2026-11-01T10:00:00.000Z', entries: [DELETED, CHANGED], next: null },
  }));
});

async function open(name: string) {
  const { user } = await renderScreen(<ActivityPage search={historySearch.defaults} />);
  const list = await screen.findByRole('list', { name: 'Activity' });
  for (const summary of within(list).getAllByText(/^What changed/)) await user.click(summary);
  const opener = await within(list).findByRole('button', { name });
  await user.click(opener);
  const dialog = within(await screen.findByRole('dialog'));
  return { user, dialog, opener };
}

const restore = (dialog: Pick<typeof screen, 'getByRole'>) =>
  dialog.getByRole('button', { name: 'Restore' });

test('a deleted building is restored once, and what stands in the way is said in the dialog', async () => {
  api.on('POST /admin/history/6/restore', () => ({
    status: 409,
    body: { detail: 'Lac cannot be restored: it was deleted again later.' },
  }));
  const { user, dialog, opener } = await open('Restore Building Lac');
  expect(screen.getByRole('dialog')).toHaveAccessibleName('Restore');
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('Building Lac');
  expect(dialog.getByText('Brings back Lac with 1 apartment.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(restore(dialog));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Lac cannot be restored: it was deleted again later.',
  );
  api.on('POST /admin/history/6/restore', () => ({ body: { restored: 2 } }));
  await user.dblClick(restore(dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.made('POST /admin/history/6/restore')).toHaveLength(2);
  expect(opener).toHaveFocus();
  // The apartment comes back with its building alone.
  expect(screen.queryByRole('button', { name: /Restore Apartment/ })).toBeNull();
});

const [CONDO, APARTMENT] = DELETED.changes;
const INVITATION = { ...APARTMENT, change: 63, kind: 'invitation', id: 4, name: 'a@example.ch' };

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
  api.on(LIST, () => ({
    body: {
      begins_at: '2026-11-01T10:00:00.000Z',
      entries: [{ ...DELETED, ...entry }],
      next: null,
    },
  }));
  const { user } = await renderScreen(<ActivityPage search={historySearch.defaults} />);
  const [first] = await screen.findAllByRole('button', { name: /^Restore / });
  if (first) await user.click(first);
  expect(await screen.findByText(text)).toBeVisible();
});

test("a field's value of today is shown beside the one that is written", async () => {
  api.on(`GET ${VALUES}`, () => ({
    etag: '"v1"',
    body: {
      kind: 'condo',
      id: 2,
      name: 'Neu',
      fields: [{ name: 'name', old: 'Neuer', new: 'Alt', is_restorable: true }],
    },
  }));
  api.on(`POST ${VALUES}`, () => ({ status: 204 }));
  const { user, dialog } = await open(
    'Restore Building Name or First Line of the Address of Building Neu',
  );
  const table = await dialog.findByRole('table', { name: 'Values' });
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Building Name or First Line of the Address', 'Neuer', 'Alt']);
  await user.click(restore(dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [call] = api.made(`POST ${VALUES}`);
  expect(call?.query).toEqual({ field: 'name' });
  expect(call?.headers['if-match']).toBe('"v1"');
});

test('a whole record is asked for without a field; Escape leaves it as it is', async () => {
  api.on(`GET ${VALUES}`, () => ({
    status: 409,
    body: { detail: 'Neu has these values already.' },
  }));
  const { user, dialog } = await open('Go back to before this change Building Neu');
  expect(await dialog.findByRole('alert')).toHaveTextContent('Neu has these values already.');
  expect(api.made(`GET ${VALUES}`)[0]?.query).toEqual({});
  await user.click(restore(dialog));
  expect(api.made(`POST ${VALUES}`)).toHaveLength(0);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
