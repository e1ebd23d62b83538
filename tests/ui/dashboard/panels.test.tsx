import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { FINDING_KINDS } from '~/checks/schema';
import { DashboardScreen } from '~/routes/_shell/-dashboard-screen';
import { hrefOf, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { PROPOSAL } from '../proposals/proposal-fixtures';

const HISTORY = { begins_at: '2026-11-01T10:00:00.000Z', entries: [], next: null };
const COUNTS_CALL = 'GET /admin/portfolio-check';

beforeEach(() => {
  api.serve({
    '/admin/dashboard-stats': { totalCondos: 1, totalApartments: 1, totalUsers: 2 },
    '/admin/invitations': [],
    '/admin/portfolio-check': [],
    '/admin/history': HISTORY,
    '/admin/proposals': [],
  });
});

const panel = (name: string) => screen.findByRole('region', { name });
const itemsOf = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');

it('each thing that needs attention leads to its rows, with their number', async () => {
  const soon = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  api.serve({
    '/admin/invitations': [
      { id: 1, expires_at: '2999-03-12T12:00:00Z', mail: { state: 'failed' } },
      { id: 2, expires_at: soon, mail: { state: 'sent' } },
      { id: 3, expires_at: '2026-03-12T12:00:00Z', mail: { state: 'sent' } },
      { id: 4, expires_at: '2999-03-12T12:00:00Z', mail: { state: 'sent' } },
      { id: 5, email: null, expires_at: null, mail: { state: 'none' } },
    ],
    '/admin/portfolio-check': [
      { kind: 'missing_image', count: 0, under_way: 2, set_aside: 3 },
      { kind: 'coming_move', count: 1_200, under_way: 0, set_aside: 0 },
      { kind: 'coming_vacancy', count: 1, under_way: 1, set_aside: 2 },
      { kind: 'open_invitation', count: 3, under_way: 0, set_aside: 0 },
    ],
    '/admin/proposals': [PROPOSAL, { ...PROPOSAL, id: 6 }],
  });
  await renderScreen(<DashboardScreen />);
  expect(textsOf(await itemsOf('Needs attention'))).toEqual([
    '2 proposals to review',
    '1,200 moves in the next 14 days',
    '2 apartments become vacant in the next 14 days',
    'Invitations whose email failed 1',
    'Invitations that have expired or expire within 2 days 2',
  ]);
  expect(await hrefOf(/proposals/)).toBe('/proposals');
  expect(api.queries('GET /admin/proposals')).toEqual([{ status: 'open' }]);
  expect(await hrefOf(/moves in/)).toBe('/portfolio-check?kind=coming_move');
  expect(await hrefOf(/become vacant/)).toBe('/portfolio-check?kind=coming_vacancy');
  expect(await hrefOf(/email failed/)).toBe('/pending-invitations?state=failed');
  expect(await hrefOf(/have expired/)).toBe('/pending-invitations?state=ending');
});

it('findings that do not fit are in the portfolio check', async () => {
  const counts = FINDING_KINDS.map((kind) => ({ kind, count: 1, under_way: 0, set_aside: 0 }));
  api.serve({ '/admin/portfolio-check': counts });
  await renderScreen(<DashboardScreen />);
  expect(textsOf(await itemsOf('Needs attention'))).toEqual([
    '1 move in the next 14 days',
    '1 apartment becomes vacant in the next 14 days',
    'Moves of the last 14 days that are not reported to the commune 1',
    'Declared units differ from apartments entered 1',
    'and 9 more',
  ]);
  expect(await hrefOf('and 9 more')).toBe('/portfolio-check');
});

it('says that it checks, then that nothing needs attention', async () => {
  const answer = api.hold(COUNTS_CALL, () => ({ body: [] }));
  await renderScreen(<DashboardScreen />);
  expect(await screen.findByText('Checking the portfolio...')).toBeVisible();
  answer();
  expect(await screen.findByText('Nothing needs attention')).toBeVisible();
});

it.each([
  [COUNTS_CALL, 'Needs attention', 'The portfolio could not be checked.', []],
  ['GET /admin/invitations', 'Needs attention', 'Error loading invitations.', []],
  ['GET /admin/proposals', 'Needs attention', 'Error loading proposals.', []],
  ['GET /admin/history', 'Latest activity', 'Error loading history: No entry to read', HISTORY],
])('where %s fails, "%s" says so and tries again', async (call, name, text, body) => {
  api.reject(call, 403, 'No entry to read');
  const { press } = await renderScreen(<DashboardScreen />);
  expect(await within(await panel(name)).findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByText('Total Condos')).toBeVisible();
  api.on(call, () => ({ body }));
  await press('Retry');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('the last five entries are a line each, with the time of today or the day', async () => {
  const now = new Date();
  const entries = Array.from({ length: 6 }, (_, index) => ({
    id: 9 - index,
    at: index === 0 ? now.toISOString() : '2026-03-12T12:00:00.000Z',
    actor: { kind: 'administrator', id: 7, name: 'Ada' },
    action: 'deleted',
    record: { kind: 'condo', id: index, name: `House ${index}` },
    request_id: 'r',
    import_id: null,
    reason: null,
    change_count: 0,
    changes: [],
  }));
  api.serve({ '/admin/history': { ...HISTORY, entries } });
  await renderScreen(<DashboardScreen />);
  const lines = textsOf(await itemsOf('Latest activity'));
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^Ada deleted Building House 0\d+:\d\d [AP]M$/);
  expect(lines[4]).toBe('Ada deleted Building House 4Mar 12, 2026');
  expect(await hrefOf('All activity')).toBe('/activity');
});

it('a history without entries says when it begins', async () => {
  await renderScreen(<DashboardScreen />);
  expect(await screen.findByText(/^History begins on Nov 1, 2026/)).toBeVisible();
});

it('the panels ask for nothing before the cards are there', async () => {
  const answer = api.hold('GET /admin/dashboard-stats', () => ({ body: {} }));
  await renderScreen(<DashboardScreen />);
  expect(await screen.findByText('Loading...')).toBeVisible();
  expect(api.calls.map(({ path }) => path)).toEqual(['/admin/dashboard-stats']);
  answer();
  expect(await panel('Needs attention')).toBeVisible();
});

it('another API is asked for the numbers alone', async () => {
  vi.stubEnv('API_BASE_URL', 'https://api.example/api');
  await renderScreen(<DashboardScreen />);
  expect(await screen.findByText('Total Condos')).toBeVisible();
  expect(screen.queryByRole('region', { name: /attention|activity/ })).toBeNull();
  expect(api.calls.map(({ path }) => path)).toEqual(['/admin/dashboard-stats']);
});

it('a new panel has three first steps, by hand and by file', async () => {
  api.serve({ '/admin/dashboard-stats': { totalUsers: 1 } });
  await renderScreen(<DashboardScreen />);
  const steps = await panel('First steps');
  const links = within(steps).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['By hand', '/condos/create'],
    ['By file', '/bulk-operations?type=condo'],
    ['By hand', '/apartments/create'],
    ['By file', '/bulk-operations?type=apartment'],
    ['By hand', '/users/invite'],
    ['By file', '/bulk-operations?type=user_invite'],
  ]);
  expect(links[2]).toHaveAccessibleDescription('Add its apartments');
});

it.each([
  [{ totalCondos: 1, totalUsers: 1 }, ['Add its apartments', 'Invite its people']],
  [{ totalApartments: 1, totalUsers: 1 }, ['Add a building', 'Invite its people']],
  [{ totalUsers: 2 }, ['Add a building', 'Add its apartments']],
  [{ totalUsers: 1, pendingInvitations: 1 }, ['Add a building', 'Add its apartments']],
])('with %j a step is done', async (stats, remaining) => {
  api.serve({ '/admin/dashboard-stats': stats });
  await renderScreen(<DashboardScreen />);
  const steps = within(await panel('First steps')).getAllByRole('listitem');
  expect(textsOf(steps)).toEqual(remaining.map((step) => `${step}By handBy file`));
});

it('a panel with a record of each kind has no first steps', async () => {
  await renderScreen(<DashboardScreen />);
  expect(await panel('Needs attention')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});
