import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { button, dialog, field, noDialog, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { ANNA, IDLE, LUCA, userPage } from './user-fixtures';
import { answerWithPeople, LIST_CALL, openUsers, row } from './users-screen';

const TITLE = 'Merge people';
const WITHDRAWN = 'Invitations that are withdrawn, as the one who stays lives or is invited there';
const person = (user: typeof ANNA | typeof LUCA, more: object = {}) => ({
  profile_picture: null,
  id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  phone: null,
  language: null,
  ...more,
});
const home = { condo_id: 7, condo_name: 'Seestrasse 7', apartment_id: 31, apartment_number: '1A' };
const spell = (id: number, since: string | null, until: string | null) => ({
  ...home,
  id,
  user_id: 3,
  role: 'renter',
  since,
  until,
  note: null,
  reported_on: null,
  created_at: '2025-03-06T12:00:00Z',
  state: 'current',
});
const invitation = { ...home, id: 9, email: 'luca@example.ch', role: 'owner', user_id: null };

/** Luca's account goes into Anna's. */
const REVIEW = {
  kept: person(ANNA, { language: 'de-CH', profile_picture: ANNA.profile_picture }),
  closed: person(LUCA, { phone: '079 2', language: 'it-CH' }),
  moved: [spell(53, null, null)],
  joined: [
    {
      ...spell(51, '2020-01-01', null),
      of: [spell(51, null, '2021-12-31'), spell(54, '2020-01-01', null)],
    },
  ],
  invited: [invitation],
  withdrawn: [{ ...invitation, id: 10, condo_name: 'Höfli 8', apartment_number: null }],
};

beforeEach(() => {
  answerWithPeople();
  api.serve({ '/admin/users/3': ANNA, '/admin/users/4': LUCA, '/admin/users/5': IDLE });
  api.serve({ '/admin/user-condo-associations': [] });
  api.on('GET /admin/users/3/merge', () => ({ body: REVIEW, etag: '"r1"' }));
  api.on('POST /admin/users/3/merge', () => ({ status: 204 }));
});

async function openPage(id = 3) {
  const opened = await renderScreen(<UserDetailPage userId={id} />);
  await screen.findByRole('button', { name: "Export this person's data" });
  return opened;
}

/** Opens the review of a merge on Anna's page, with Luca as the other person. */
async function review() {
  const opened = await openPage();
  await opened.press('Merge with...');
  await dialog(TITLE);
  await opened.user.type(field('Person'), 'luca');
  await opened.user.click(await screen.findByRole('option', { name: /Luca/ }));
  await screen.findByText('Associations that move');
  return opened;
}

const inDialog = async () => within(await dialog(TITLE));
const group = async (name: string) => within((await inDialog()).getByRole('group', { name }));
const items = async (name: string) =>
  textsOf(within((await inDialog()).getByRole('list', { name })).getAllByRole('listitem'));

describe("from a person's page", () => {
  it('the other one is chosen, who is not the person themselves', async () => {
    const { user, press } = await openPage();
    await press('Merge with...');
    await user.click(await screen.findByLabelText('Person'));
    expect(await screen.findByRole('option', { name: /Luca/ })).toBeVisible();
    expect(screen.queryByRole('option', { name: /Anna/ })).toBeNull();
    await press('Merge');
    expect(await screen.findByText('Person selection is required')).toBeVisible();
    expect(api.made('POST /admin/users/3/merge')).toHaveLength(0);
  });

  it('the review says what is different, what moves and what ends', async () => {
    await review();
    const names = (await inDialog()).getAllByRole('group');
    expect(textsOf(names).map((text) => text.split(/Of |anna@/)[0])).toEqual([
      'Who stays',
      'Name',
      'Profile picture',
      'Phone',
      'Language',
    ]);
    expect(await items('Associations that move')).toEqual(['Seestrasse 7, 1A (Renter)']);
    expect(await items('Associations of both that become one')).toEqual([
      'Seestrasse 7, 1A (Renter), since Jan 1, 2020 (until Dec 31, 2021 + since Jan 1, 2020)',
    ]);
    expect(await items('Invitations that move')).toEqual(['Seestrasse 7, 1A (Owner)']);
    expect(await items(WITHDRAWN)).toEqual(['Höfli 8 (Owner)']);
    for (const text of [
      'The account of Luca is closed. Its sessions, links and tokens end.',
      'The links of moved invitations end, too: send them again.',
    ])
      expect(await dialog(TITLE)).toHaveTextContent(text);
  });

  it('a value is chosen rather than none, by the keyboard too, and sent with what was reviewed', async () => {
    const { user, press } = await review();
    expect((await group('Phone')).getByRole('radio', { name: /079 2/ })).toBeChecked();
    expect((await group('Name')).getByRole('radio', { name: /Anna Meier/ })).toBeChecked();
    (await group('Language')).getByRole('radio', { name: /Deutsch/ }).focus();
    await user.keyboard('{ArrowDown}');
    expect((await group('Language')).getByRole('radio', { name: /italiano/ })).toBeChecked();
    api.on('GET /admin/users/3', () => ({ body: ANNA }));
    await press('Merge');
    expect(await screen.findByText('Merged into Anna Meier')).toBeVisible();
    await noDialog();
    const [sent] = api.made('POST /admin/users/3/merge');
    expect(sent?.json).toEqual({ user_id: 4, take: ['phone', 'language'] });
    expect(sent?.headers['if-match']).toBe('"r1"');
    expect(button('Merge with...')).toHaveFocus();
  });

  it('one Undo takes it back', async () => {
    const { press } = await review();
    api.on('POST /admin/history/restore', () => ({ body: { restored: 1 } }));
    await press('Merge');
    await press('Undo');
    await waitFor(() =>
      expect(api.sent('POST /admin/history/restore')).toEqual([{ kind: 'user', id: 4 }]),
    );
    expect(await screen.findByText('Restored')).toBeVisible();
  });

  it('the other one may be the one who stays', async () => {
    const { user } = await review();
    const detail = 'The account of an administrator cannot be the one that closes.';
    api.reject('GET /admin/users/4/merge', 409, detail);
    await user.click((await group('Who stays')).getByRole('radio', { name: /Luca/ }));
    expect(await screen.findByText(detail)).toBeVisible();
    // Asking again would not help.
    expect((await inDialog()).queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(api.queries('GET /admin/users/4/merge')[0]).toEqual({ user_id: '3' });
    await user.click((await group('Who stays')).getByRole('radio', { name: /Anna/ }));
    expect(await screen.findByText('Associations that move')).toBeVisible();
  });

  it('what was chosen for one person does not count for the next', async () => {
    const MARIA = { ...LUCA, id: 6, first_name: 'Maria', email: 'maria@example.ch' };
    api.on(LIST_CALL, () => userPage([ANNA, LUCA, MARIA]));
    api.serve({ '/admin/users/6': MARIA });
    api.on('GET /admin/users/4/merge', () => ({ body: REVIEW, etag: '"r2"' }));
    const { user } = await review();
    await user.click((await group('Who stays')).getByRole('radio', { name: /Luca/ }));
    await user.click((await group('Language')).getByRole('radio', { name: /italiano/ }));
    await user.clear(field('Person'));
    await user.type(field('Person'), 'maria');
    await user.click(await screen.findByRole('option', { name: /Maria/ }));
    expect((await group('Who stays')).getByRole('radio', { name: /Anna/ })).toBeChecked();
    await screen.findByText('Associations that move');
    expect((await group('Language')).getByRole('radio', { name: /Deutsch/ })).toBeChecked();
    expect(api.queries('GET /admin/users/3/merge').at(-1)).toEqual({ user_id: '6' });
  });

  it('what has changed meanwhile is shown before it is done', async () => {
    const { press } = await review();
    api.reject('POST /admin/users/3/merge', 412, 'Someone else has changed this user.');
    const changed = { ...REVIEW, moved: [], closed: person(LUCA, { first_name: 'Lucas' }) };
    api.on('GET /admin/users/3/merge', () => ({ body: changed, etag: '"r2"' }));
    await press('Merge');
    expect(await screen.findByText('Someone else has changed this user.')).toBeVisible();
    expect((await group('Name')).getByRole('radio', { name: /Lucas/ })).toBeVisible();
    api.on('POST /admin/users/3/merge', () => ({ status: 204 }));
    await press('Merge');
    await noDialog();
    const matched = api.made('POST /admin/users/3/merge').map(({ headers }) => headers['if-match']);
    expect(matched).toEqual(['"r1"', '"r2"']);
  });

  it('a review that fails is asked for again', async () => {
    api.reject('GET /admin/users/3/merge', 500, 'Broken');
    const { user, press } = await openPage();
    await press('Merge with...');
    await user.type(await screen.findByLabelText('Person'), 'luca');
    await user.click(await screen.findByRole('option', { name: /Luca/ }));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.on('GET /admin/users/3/merge', () => ({ body: REVIEW, etag: '"r1"' }));
    await user.click(retry);
    expect(await screen.findByText('Associations that move')).toBeVisible();
  });

  it('an inactive person has no button, and says where the account went', async () => {
    api.serve({ '/admin/users/5': { ...IDLE, merged_into: 3 } });
    await openPage(5);
    expect(await screen.findByRole('link', { name: 'Anna Meier' })).toHaveAttribute(
      'href',
      '/users/3',
    );
    expect(screen.queryByRole('button', { name: 'Merge with...' })).toBeNull();
    // Who stays is erased with this account.
    expect(screen.queryByRole('button', { name: 'Erase this person' })).toBeNull();
  });
});

it('two chosen people of the list are merged, and are no longer chosen', async () => {
  const { user, press } = await openUsers();
  api.on(LIST_CALL, () => userPage([ANNA, LUCA, IDLE]));
  await row('Anna Meier');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Anna Meier' }));
  const bar = within(await screen.findByRole('region', { name: 'Selection' }));
  expect(bar.queryByRole('button', { name: 'Merge...' })).toBeNull();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Luca' }));
  await user.click(bar.getByRole('button', { name: 'Merge...' }));
  await screen.findByText('Associations that move');
  expect((await inDialog()).queryByLabelText('Person')).toBeNull();
  await press('Merge');
  await noDialog();
  expect(screen.queryByText('2 selected')).toBeNull();
  await waitFor(() => expect(screen.getByRole('link', { name: /Anna/ })).toHaveFocus());
});
