import type { CallName } from '../support/external-api/calls';
import type { Fault } from '../support/external-api/faults';
import { failedRequest } from './support/console-guard';
import { expect, test } from './support/external-test';

// Every screen that loads something, against everything that can go wrong with its call.

const SCREENS: Array<[path: string, call: CallName, text: RegExp, whole: RegExp]> = [
  ['/dashboard', 'stats', /^Error loading dashboard stats\.$/, /^Total Condos$/],
  ['/condos', 'listCondos', /^Error loading condos: ./, /^alpenblick$/],
  [
    '/condos/41',
    'getCondo',
    /^Error loading building or building not found\.$/,
    /^Chalet Zermatt$/,
  ],
  ['/apartments', 'listApartments', /^Error loading apartments\.$/, /1A/],
  ['/apartments/create', 'listCondos', /^Error loading condos: ./, /^Apartment Number/],
  ['/users', 'listUsers', /^Error loading users: ./, /^anna@external\.example$/],
  ['/users/900', 'getUser', /^Error loading user\.$/, /^anna@external\.example$/],
  ['/users/900/edit', 'getUser', /^Error loading user\.$/, /^First Name/],
  ['/pending-invitations', 'listInvitations', /^Error loading invitations\.$/, /^guest@/],
];

/** The temporary faults take turns: the calls differ, the code behind them does not. */
const FAULTS: Array<[name: string, faults: readonly Fault[]]> = [
  ['no whole answer', [{ kind: 'cut' }, { kind: 'half' }, { kind: 'html', status: 502 }]],
  ['an answer that is no JSON', [{ kind: 'garbage' }]],
];

for (const [name, faults] of FAULTS) {
  test(`${name}: every screen has its text, and Retry helps`, async ({
    context,
    external,
    browserGuard,
  }) => {
    test.slow();
    browserGuard.expect(
      failedRequest(502, 500),
      /net::ERR_(?:INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)/,
    );
    for (const [index, call] of [...new Set(SCREENS.map(([, broken]) => broken))].entries()) {
      external.break(call, faults[index % faults.length] ?? { kind: 'cut' });
    }
    const pages = await Promise.all(
      SCREENS.map(async ([path]) => {
        const page = await context.newPage();
        await page.goto(path);
        return page;
      }),
    );
    for (const [index, page] of pages.entries()) {
      const [path, , text] = SCREENS[index] ?? ['', '', /^$/];
      await expect(page.getByText(text).first(), path).toBeVisible({ timeout: 30_000 });
    }
    external.heal();
    for (const [index, page] of pages.entries()) {
      const [path, , , whole] = SCREENS[index] ?? ['', '', '', /^$/];
      await page.getByRole('button', { name: 'Retry' }).first().click();
      await expect(page.getByText(whole).first(), path).toBeVisible();
    }
  });
}

test('records without any of their fields: no screen breaks', async ({ page, external }) => {
  for (const [, call] of SCREENS) external.break(call, { kind: 'empty' });
  for (const [path, call, text] of SCREENS) {
    await page.goto(path);
    const isList = call.startsWith('list');
    if (isList) await expect(page.getByText(text).first(), path).toBeVisible();
    else await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByText('Something went wrong'), path).toHaveCount(0);
  }
});

test('a browser that closes its connection: the call to the API is aborted', async ({
  page,
  external,
}) => {
  external.break('listCondos', { kind: 'hang' });
  await page.goto('/condos');
  await expect.poll(() => external.calls.map(({ name }) => name)).toContain('listCondos');
  expect(external.abandoned).toEqual([]);
  await page.goto('about:blank');
  await expect.poll(() => external.abandoned).toEqual(['listCondos']);

  external.break('updateUser', { kind: 'hang' });
  await page.goto('/users/900/edit');
  await page.getByLabel('First Name').fill('Annina');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => external.calls.map(({ name }) => name)).toContain('updateUser');
  await page.close({ runBeforeUnload: false });
  await expect.poll(() => external.abandoned).toEqual(['listCondos', 'updateUser']);
});
