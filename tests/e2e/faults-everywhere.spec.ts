import type { CallName } from '../support/external-api/calls';
import type { Fault } from '../support/external-api/faults';
import { must } from '../support/must';
import { failedRequest } from './support/console-guard';
import { expect, test } from './support/external-test';
import { expectAfterRetries } from './support/screens';

// Every screen that loads something, against everything that can go wrong with its call.

interface Screen {
  path: string;
  call: CallName;
  error: RegExp;
  content: RegExp;
}

const CONDOS_ERROR = /^Error loading condos: ./;
const USER_ERROR = /^Error loading user\.$/;
const SCREENS: readonly Screen[] = [
  {
    path: '/dashboard',
    call: 'stats',
    error: /^Error loading dashboard stats\.$/,
    content: /^Total Condos$/,
  },
  { path: '/condos', call: 'listCondos', error: CONDOS_ERROR, content: /^alpenblick$/ },
  {
    path: '/condos/41',
    call: 'getCondo',
    error: /^Error loading building or building not found\.$/,
    content: /^Chalet Zermatt$/,
  },
  {
    path: '/apartments',
    call: 'listApartments',
    error: /^Error loading apartments\.$/,
    content: /1A/,
  },
  {
    path: '/apartments/create',
    call: 'listCondos',
    error: CONDOS_ERROR,
    content: /^Apartment Number/,
  },
  {
    path: '/users',
    call: 'listUsers',
    error: /^Error loading users: ./,
    content: /^anna@external\.example$/,
  },
  { path: '/users/900', call: 'getUser', error: USER_ERROR, content: /^anna@external\.example$/ },
  { path: '/users/900/edit', call: 'getUser', error: USER_ERROR, content: /^First Name/ },
  {
    path: '/pending-invitations',
    call: 'listInvitations',
    error: /^Error loading invitations\.$/,
    content: /^guest@/,
  },
];

/** Faults that the calls get in turn: the calls differ, but the code behind them does not. */
const FAULTS: readonly Fault[] = [
  { kind: 'cut' },
  { kind: 'half' },
  { kind: 'html', status: 502 },
  { kind: 'garbage' },
];

const AT_A_TIME = 3;

test('no answer, half of one or none that can be read: every screen has its text, and Retry helps', async ({
  context,
  external,
  browserGuard,
}) => {
  browserGuard.expect(
    failedRequest(502, 500),
    /net::ERR_(?:INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)/,
  );
  await context.clock.install();
  const faults = new Map<CallName, Fault>();
  for (const { call } of SCREENS) {
    const fault = must(FAULTS[faults.size % FAULTS.length], 'fault');
    if (!faults.has(call)) faults.set(call, fault);
  }
  // Some at a time: more pages would wait for each other on a slow machine.
  for (let first = 0; first < SCREENS.length; first += AT_A_TIME) {
    for (const [call, fault] of faults) external.break(call, fault);
    const opened = await Promise.all(
      SCREENS.slice(first, first + AT_A_TIME).map(async (screen) => {
        const page = await context.newPage();
        await page.goto(screen.path);
        return { screen, page };
      }),
    );
    for (const { page, screen } of opened) {
      await expectAfterRetries(page, page.getByText(screen.error).first());
    }
    external.heal();
    for (const { page, screen } of opened) {
      await page.getByRole('button', { name: 'Retry' }).first().click();
      await expect(page.getByText(screen.content).first(), screen.path).toBeVisible();
      await page.close();
    }
  }
});

test('records without any of their fields: no screen breaks', async ({ page, external }) => {
  for (const { call } of SCREENS) external.break(call, { kind: 'status', status: 200, body: {} });
  for (const { path, call, error } of SCREENS) {
    await page.goto(path);
    const isList = call.startsWith('list');
    if (isList) await expect(page.getByText(error).first(), path).toBeVisible();
    else await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByText('Something went wrong'), path).toHaveCount(0);
  }
});
