import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { historySearch } from '~/history/search';
import { ActivityPage } from '~/history/screens/activity-page';
import { HistoryCard } from '~/history/screens/history-card';
import { startSession } from '~/rpc/session-store';
import { hrefOf, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const LIST_CALL = 'GET /admin/history';
const ADA = { kind: 'administrator', id: 7, name: 'Ada' };

function entry(id: number, more: object = {}) {
  return {
    id,
    at: '2026-11-21T08:00:00.000Z',
    actor: { kind: 'administrator', id: 7, name: 'Ada Lovelace (ada@example.com)' },
    action: 'changed',
    record: { kind: 'condo', id: 3, name: 'Seeblick' },
    request_id: 'r',
    import_id: null,
    reason: null,
    change_count: 1,
    changes: [
      {
        change: 1,
        what: 'changed',
        kind: 'condo',
        id: 3,
        name: 'Seeblick',
        count: 1,
        fields: [
          { name: 'state', old: 'Bern', new: 'Zürich' },
          { name: 'image_url', old: null, new: 'a.webp' },
        ],
      },
    ],
    ...more,
  };
}

const page = (entries: object[], next: number | null = null) => ({
  body: { begins_at: '2026-11-01T10:00:00.000Z', entries, next },
});

test('entries name who, what and every field, and older ones follow on demand', async () => {
  api.on(LIST_CALL, ({ query }) =>
    query['before'] === '5'
      ? page([entry(4, { record: { kind: 'apartment', id: 9, name: '12, Seeblick' } })])
      : page([entry(5)], 5),
  );
  const { user, press } = await renderScreen(<ActivityPage search={historySearch.defaults} />);
  const list = within(await screen.findByRole('list', { name: 'Activity' }));
  expect(await hrefOf('Building Seeblick')).toBe('/condos/3');
  await user.click(list.getByText('What changed'));
  const fields = within(list.getByRole('table', { name: 'Changed: Building Seeblick' }));
  const cells = textsOf(fields.getAllByRole('cell'));
  expect(cells).toEqual(['Canton', 'Bern', 'Zürich', 'Building Image', '-', 'An image']);
  expect(screen.queryByText(/History begins on/)).not.toBeInTheDocument();
  await press('Show older');
  expect(await screen.findByText('Apartment 12, Seeblick')).toBeVisible();
  expect(screen.getByText(/^History begins on Nov 1, 2026/)).toBeVisible();
});

/** Opens Activity with these entries, and returns the headings and sentences in their order. */
async function visit(entries: object[], search = historySearch.defaults) {
  api.on(LIST_CALL, () => page(entries));
  await renderScreen(<ActivityPage search={search} />);
  const list = within(await screen.findByRole('list', { name: 'Activity' }));
  const texts = list.getAllByRole('heading').map((one) => `${one.tagName} ${one.textContent}`);
  const hasNothingNew = screen.queryByText('Nothing new since your last visit.') !== null;
  cleanup();
  return { texts, hasNothingNew };
}

test("entries since the account's last visit in this browser come first", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const [old, recent] = [entry(1), entry(2, { at: '2026-11-21T11:00:00.000Z' })];
  const today = ['H2 Today'];
  const parted = ['H2 Since your last visit', 'H3 Today', 'H2 Earlier', 'H3 Today'];
  expect(await visit([old])).toEqual({ texts: today, hasNothingNew: false });
  // The same visit.
  expect(await visit([recent, old])).toEqual({ texts: today, hasNothingNew: false });
  vi.setSystemTime(new Date('2026-11-21T12:31:00Z'));
  const newest = entry(3, { at: '2026-11-21T12:30:00.000Z' });
  // What a filter shows is not all that is new.
  const filtered = historySearch.read({ kind: 'condo' });
  expect(await visit([newest, recent], filtered)).toEqual({ texts: parted, hasNothingNew: false });
  expect(await visit([newest, recent])).toEqual({ texts: parted, hasNothingNew: false });
  expect(await visit([newest, recent])).toEqual({ texts: parted, hasNothingNew: false });
  vi.setSystemTime(new Date('2026-11-21T14:00:00Z'));
  expect(await visit([newest, recent])).toEqual({ texts: today, hasNothingNew: true });
  startSession({ token: 'o', user: { email: 'other@example.com' } });
  expect(await visit([newest, recent])).toEqual({ texts: today, hasNothingNew: false });
});

test('filters narrow the call; days are the reader’s', async () => {
  api.on(LIST_CALL, () => page([]));
  const search = historySearch.read({ kind: 'condo', person: '7', from: '2026-11-20', to: 'x' });
  const { press, router } = await renderScreen(<ActivityPage search={search} />);
  expect(await screen.findByText('No entries match')).toBeVisible();
  expect(api.queries(LIST_CALL)[0]).toEqual({
    kind: 'condo',
    person: '7',
    sign_ins: 'false',
    from: new Date('2026-11-20T00:00:00').toISOString(),
  });
  await press('Show everyone');
  await waitFor(() => expect(router.state.location.search).toEqual({ person: null }));
});

test('entries are sentences under their day, one changed field in the line with its Restore', async () => {
  const [change] = entry(1).changes;
  const oneField = (fields: object[]) => [{ ...change, fields }];
  const me = { kind: 'user', id: 7, name: 'Ada' };
  const bare = { changes: [{ ...change, what: 'signed_in', kind: 'user', id: 7, fields: [] }] };
  const units = { name: 'number_of_units', old: 6, new: 7, is_restorable: true };
  const long = { name: 'description', old: null, new: 'x'.repeat(99), is_restorable: true };
  const now = new Date();
  const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12);
  const today = { actor: ADA, at: now.toISOString() };
  const yesterday = { actor: ADA, at: noon.toISOString() };
  const byLink = { actor: { kind: 'link', id: 8, name: 'Bob' } };
  const bob = { ...me, id: 8, name: 'Bob' };
  const invitation = { kind: 'invitation', id: 3, name: 'bob@example.com' };
  const apartments = { kind: 'apartment', id: null, name: null };
  const residents = { kind: 'association', id: null, name: null };
  const mixed = ['user', 'association'].map((kind) =>
    Object.assign({}, change, { kind, fields: [] }),
  );
  const removal = oneField([
    { name: 'change', old: null, new: 'Removed', is_restorable: false },
    { name: 'factor', old: null, new: 'Passkey', is_restorable: false },
  ]);
  api.on(LIST_CALL, () =>
    page([
      entry(9, { ...today, changes: oneField([units]) }),
      entry(8, { ...today, changes: oneField([long]) }),
      entry(7, { ...yesterday, action: 'signed_in', record: me, ...bare }),
      entry(6, { actor: ADA, action: 'password_set', record: bob, ...bare }),
      entry(5, {
        ...byLink,
        action: 'imported',
        record: apartments,
        change_count: 1001,
        reason: 'After the survey',
      }),
      entry(2, {
        ...byLink,
        action: 'imported',
        record: residents,
        change_count: 3,
        changes: mixed,
      }),
      entry(4, { ...byLink, action: 'accepted', record: invitation, ...bare }),
      entry(3, { actor: ADA, action: 'factors', record: me, changes: removal }),
    ]),
  );
  await renderScreen(<ActivityPage search={historySearch.read({ sign_ins: 'yes' })} />);
  const list = within(await screen.findByRole('list', { name: 'Activity' }));
  expect(api.queries(LIST_CALL)[0]).toEqual({});
  const days = textsOf(list.getAllByRole('heading', { level: 2 }));
  expect(days).toEqual(['Today', 'Yesterday', 'Saturday, November 21, 2026']);
  const items = list.getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('p > span')?.textContent)).toEqual([
    'Ada changed Building Seeblick: Number of Units 6 → 7',
    'Ada changed Building Seeblick',
    'Ada signed in',
    'Ada set a new password for User Bob',
    'Bob imported more than 1,000 apartments through a mailed link',
    'Bob imported 3 records through a mailed link',
    'Bob accepted Invitation bob@example.com through the invitation link',
    'Ada removed a passkey',
  ]);
  // A long text and several fields have the table, the short one its button in the line.
  expect(list.getAllByText('What changed')).toHaveLength(2);
  list.getByRole('button', { name: 'Restore Number of Units of Building Seeblick' });
  list.getByText('After the survey');
});

test('an applied proposal says who had made it', async () => {
  const buildings = { kind: 'condo', id: null, name: null };
  const bob = { author_id: 8, author: 'Bob', author_email: 'bob@example.com', token: null };
  const proposals = [
    { ...bob, token: 'Nightly' },
    { ...bob, author_id: 7, author: 'Ada', token: 'Nightly' },
    bob,
    { ...bob, author: null },
    { ...bob, author_id: 7 },
  ];
  api.on(LIST_CALL, () =>
    page(
      proposals.map((proposal, index) =>
        entry(9 - index, {
          actor: ADA,
          action: 'imported',
          record: buildings,
          change_count: 2,
          proposal,
        }),
      ),
    ),
  );
  await renderScreen(<ActivityPage search={historySearch.defaults} />);
  const list = within(await screen.findByRole('list', { name: 'Activity' }));
  const sentences = list.getAllByRole('listitem').map((item) => item.querySelector('p > span'));
  expect(sentences.map((sentence) => sentence?.textContent)).toEqual([
    'Ada applied what token Nightly proposed: 2 buildings',
    'Ada applied what token Nightly proposed (their own proposal): 2 buildings',
    'Ada applied what Bob proposed: 2 buildings',
    'Ada applied what bob@example.com proposed: 2 buildings',
    'Ada applied their own proposal: 2 buildings',
  ]);
});

test("a person's card is without sign-ins until they are asked for", async () => {
  api.on(LIST_CALL, () => page([entry(5)]));
  const { user, press } = await renderScreen(<HistoryCard kind="user" recordId={3} />);
  await press('History');
  await user.click(await screen.findByRole('checkbox', { name: 'Sign-ins' }));
  const expected = { kind: 'user', record: '3' };
  await waitFor(() =>
    expect(api.queries(LIST_CALL)).toEqual([{ ...expected, sign_ins: 'false' }, expected]),
  );
});

test('a failure is named, and can be tried again', async () => {
  api.reject(LIST_CALL, 403, 'Not today');
  const { press } = await renderScreen(<ActivityPage search={historySearch.defaults} />);
  expect(await screen.findByText(/Error loading history: Not today/)).toBeVisible();
  api.on(LIST_CALL, () => page([entry(1)]));
  await press('Retry');
  expect(await screen.findByRole('list', { name: 'Activity' })).toBeVisible();
});

test("a record's card is closed at first and asks for nothing until it is opened", async () => {
  api.on(LIST_CALL, () => page([entry(5)]));
  const { user } = await renderScreen(<HistoryCard kind="condo" recordId={3} />);
  const button = await screen.findByRole('button', { name: 'History' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(api.made(LIST_CALL)).toHaveLength(0);
  await user.click(button);
  expect(await screen.findByRole('table', { name: 'Changed: Building Seeblick' })).toBeVisible();
  expect(api.queries(LIST_CALL)).toEqual([{ kind: 'condo', record: '3' }]);
});

test('the card of a record that is missing is there if it can bring the record back', async () => {
  api.on(LIST_CALL, ({ query }) => page(query.record === '3' ? [entry(5)] : []));
  await renderScreen(
    <>
      <HistoryCard kind="condo" recordId={4} isMissing />
      <HistoryCard kind="condo" recordId={3} isMissing />
    </>,
  );
  expect(await screen.findByRole('button', { name: 'History' })).toBeVisible();
  expect(api.made(LIST_CALL)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'History' })).toHaveLength(1);
});

test('there is no card for an id that this API cannot have', async () => {
  await renderScreen(<HistoryCard kind="condo" recordId={9_999_999_999} />);
  expect(screen.queryByRole('button', { name: 'History' })).not.toBeInTheDocument();
});

test('where the API has no history there is no card', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await renderScreen(<HistoryCard kind="condo" recordId={3} />);
  expect(screen.queryByRole('button', { name: 'History' })).not.toBeInTheDocument();
});
