import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { TenancyDialog } from '~/users/tenancy/tenancy-dialog';
import type { Tenancy, TenancyTask } from '~/users/tenancy/task';
import { aUser } from '../../support/builders';
import { dialog, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { VersionedRecord } from '../../support/versioned-record';

const PATH = '/admin/user-condo-associations/51';
const TITLE = 'Someone else has changed this association';

const TENANCY = {
  id: 51,
  user_id: 3,
  condo_id: 7,
  condo_name: 'Seeblick',
  apartment_id: 31,
  apartment_number: '1A',
  role: 'renter',
  since: '2026-01-01',
  until: null,
  note: 'Key 12',
  reported_on: null,
  created_at: '2025-03-06T12:00:00Z',
  state: 'current',
} as const;

const LISTED: Tenancy = { ...TENANCY, name: 'Anna Meier' };

let record: VersionedRecord;
let isDone: boolean;

beforeEach(() => {
  isDone = false;
  record = new VersionedRecord(api, PATH, LISTED);
  api.serve({
    '/admin/users': [aUser({ id: 9, first_name: 'Mona' })],
    '/admin/apartments': [
      { id: 31, condo_id: 7, apartment_number: '1A' },
      { id: 32, condo_id: 7, apartment_number: '2A' },
    ],
  });
  for (const call of [`POST ${PATH}/move`, 'POST /admin/user-condo-associations']) {
    api.on(call, ({ headers, json }) => {
      const sent = JSON.stringify({ ...headers, json });
      return sent.includes(`v${record.version}`)
        ? { status: 201, body: { ...TENANCY, id: 52 } }
        : { status: 412, body: { detail: 'Changed in the meantime' } };
    });
  }
});

async function open(task: TenancyTask) {
  const opened = await renderScreen(<TenancyDialog task={task} onDone={() => (isDone = true)} />);
  await screen.findByRole('dialog');
  await expect.poll(() => record.readings()).toBe(1);
  return opened;
}

const inConflict = async () => within(await dialog(TITLE));
const fields = async () => textsOf((await inConflict()).getAllByRole('group')).join('|');

const UNDO = { name: 'Undo', hidden: true } as const;
const BEGUN = { ...TENANCY, id: 52, version: '"new"' };

/** Makes the task's call end the association, and answers with the one that begins. */
function begin(call: string) {
  api.on(call, () => {
    record.someoneElseSaves({ until: '2026-06-30' });
    return { status: 201, body: { ...BEGUN, ended: { id: 51, version: record.etag } } };
  });
}

describe('Undo', () => {
  const undoes = () => api.made(`PUT ${PATH}`).at(-1);

  it.each([
    ['end', 'Move out'],
    ['edit', 'Save Changes'],
  ] as const)('of "%s" leaves what somebody else has written since', async (kind, label) => {
    const { user, press, retype } = await open({ kind, tenancies: [LISTED] });
    await screen.findByRole('button', { name: label });
    if (kind === 'edit') await retype('Note', 'Key 13');
    await press(label);
    const undo = await screen.findByRole('button', UNDO);
    record.someoneElseSaves({ note: 'Key 14', until: '2030-12-31' });
    await user.click(undo);
    expect(await screen.findByText('Changed in the meantime')).toBeVisible();
    expect(undoes()?.headers['if-match']).toBe('"v2"');
    expect(record.stored).toMatchObject({ note: 'Key 14', until: '2030-12-31' });
  });

  it('of "end" writes the last day of before', async () => {
    const { user, press } = await open({ kind: 'end', tenancies: [LISTED] });
    await press('Move out');
    await user.click(await screen.findByRole('button', UNDO));
    expect(await screen.findByText('Restored')).toBeVisible();
    expect(record.stored.until).toBeNull();
  });

  it.each([
    ['move', 'Apartment', /2A/, 'Move to another apartment', `POST ${PATH}/move`],
    ['change', 'Person', /Mona Meier/, 'Change of tenants', 'POST /admin/user-condo-associations'],
  ] as const)('of a "%s" is one call, on both as they were written', async (...row) => {
    const [kind, label, option, button, call] = row;
    begin(call);
    const { user, press } = await open({ kind, tenancies: [LISTED] });
    await user.click(await screen.findByLabelText(label));
    await user.click(await screen.findByRole('option', { name: option }));
    await press(button);
    await user.click(await screen.findByRole('button', UNDO));
    expect(await screen.findByText('Restored')).toBeVisible();
    expect(undoes()).toMatchObject({
      headers: { 'if-match': '"v2"' },
      json: { until: null, removes: { id: 52, version: '"new"' } },
    });
    expect(api.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });
});

describe('of two people who change one association at once the second', () => {
  it('chooses field by field whose values to keep', async () => {
    const opened = await open({ kind: 'edit', tenancies: [LISTED] });
    const { retype, press, answer, queryClient } = opened;
    await screen.findByLabelText('Note');
    await retype('Note', 'Key 13');
    record.someoneElseSaves({ note: 'Key 14', until: '2026-12-31' });
    // Read again, as when the window gets the focus: the fields began with the version before.
    await queryClient.invalidateQueries();
    await press('Save Changes');
    const conflict = await inConflict();
    expect(conflict.getByRole('radio', { name: /Your value ?Key 13/ })).toBeChecked();
    expect(conflict.getByRole('radio', { name: /Their value ?Dec 31, 2026/ })).toBeChecked();
    await answer(TITLE, 'Save with these choices');
    await expect.poll(() => isDone).toBe(true);
    expect(record.stored).toMatchObject({ note: 'Key 13', until: '2026-12-31', role: 'renter' });
    expect(record.matched()).toEqual(['"v1"', '"v2"']);
  });

  it('may go back, and is asked again', async () => {
    const { retype, press, answer } = await open({ kind: 'edit', tenancies: [LISTED] });
    await screen.findByLabelText('Note');
    await retype('Note', 'Key 13');
    record.someoneElseSaves({ note: 'Key 14' });
    await press('Save Changes');
    await answer(TITLE, 'Back to the form');
    await press('Save Changes');
    await inConflict();
    expect(record.matched()).toEqual(['"v1"', '"v1"']);
    expect(isDone).toBe(false);
  });

  it('is not asked where nothing of the form was changed', async () => {
    const { press } = await open({ kind: 'end', tenancies: [LISTED] });
    record.someoneElseSaves({ note: 'Key 14' });
    await press('Move out');
    await expect.poll(() => isDone).toBe(true);
    expect(record.stored).toMatchObject({ note: 'Key 14' });
  });

  it('sees the last day that the first has set', async () => {
    const { press, answer } = await open({ kind: 'end', tenancies: [LISTED] });
    record.someoneElseSaves({ until: '2030-12-31' });
    await press('Move out');
    expect(await fields()).toMatch(/^UntilTheir value2030-12-31Your value\d/);
    const theirs = (await inConflict()).getByRole('radio', { name: /Their value/ });
    theirs.click();
    await answer(TITLE, 'Save with these choices');
    await expect.poll(() => isDone).toBe(true);
    expect(record.stored.until).toBe('2030-12-31');
  });

  it('sees it before a move, which leaves it as it is', async () => {
    const { user, press, answer } = await open({ kind: 'move', tenancies: [LISTED] });
    await user.click(await screen.findByLabelText('Apartment'));
    await user.click(await screen.findByRole('option', { name: 'Unit 2A' }));
    record.someoneElseSaves({ until: '2030-12-31' });
    await press('Move to another apartment');
    expect(await fields()).toBe('UntilTheir value2030-12-31');
    await answer(TITLE, 'Save with these choices');
    await expect.poll(() => isDone).toBe(true);
    expect(api.made(`POST ${PATH}/move`).map(({ headers }) => headers['if-match'])).toEqual([
      '"v1"',
      '"v2"',
    ]);
  });

  it('sees it before a change of tenants', async () => {
    const { user, press, answer } = await open({ kind: 'change', tenancies: [LISTED] });
    await user.click(await screen.findByLabelText('Person'));
    await user.click(await screen.findByRole('option', { name: /Mona Meier/ }));
    record.someoneElseSaves({ until: '2030-12-31' });
    await press('Change of tenants');
    expect(await fields()).toMatch(/^UntilTheir value2030-12-31Your value\d/);
    await answer(TITLE, 'Save with these choices');
    await expect.poll(() => isDone).toBe(true);
    expect(api.sent('POST /admin/user-condo-associations').at(-1)).toMatchObject({
      ends: { id: 51, version: '"v2"' },
    });
  });
});
