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

/** They take turns: the calls differ, the code behind them does not. */
const FAULTS: readonly Fault[] = [
  { kind: 'cut' },
  { kind: 'half' },
  { kind: 'html', status: 502 },
  { kind: 'garbage' },
];

test('no answer, half of one or none that can be read: every screen has its text, and Retry helps', async ({
  context,
  external,
  browserGuard,
}) => {
  browserGuard.expect(
    failedRequest(502, 500),
    /net::ERR_(?:INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)/,
  );
  const calls = new Set(SCREENS.map(({ call }) => call));
  for (const [index, name] of [...calls].entries()) {
    external.break(name, must(FAULTS[index % FAULTS.length], 'fault'));
  }
  await context.clock.install();
  const opened = await Promise.all(
    SCREENS.map(async (screen) => {
      const page = await context.newPage();
      await page.goto(screen.path);
      return { ...screen, page };
    }),
  );
  for (const { page, error } of opened) {
    await expectAfterRetries(page, page.getByText(error).first());
  }
  external.heal();
  for (const { page, path, content } of opened) {
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(page.getByText(content).first(), path).toBeVisible();
  }
});

test('records without any of their fields: no screen breaks', async ({ page, external }) => {
  for (const { call } of SCREENS) external.break(call, { kind: 'empty' });
  for (const { path, call, error } of SCREENS) {
    await page.goto(path);
    const isList = call.startsWith('list');
    if (isList) await expect(page.getByText(error).first(), path).toBeVisible();
    else await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByText('Something went wrong'), path).toHaveCount(0);
  }
});
