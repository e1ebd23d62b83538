import type { Client } from 'pg';
import { failedRequest } from './support/console-guard';
import { ALONE } from './support/own-server';
import { expectAfterRetries } from './support/screens';
import { expect, testsOnOwnServer } from './support/test';

/** More than one batch, see app/apartments/server/repo.ts. */
const APARTMENTS = 2_500;

/** These tests have their own server, because they lock its database. */
const test = testsOnOwnServer({}, ALONE);
test.describe.configure({ mode: 'serial' });

let first: Client;
let second: Client;
/** Has no transaction, in which the same sessions would be listed each time. */
let watcher: Client;

test.beforeAll(async ({ api, panel }) => {
  const condo = await api.createCondo({ name: 'Long list' });
  [first, second, watcher] = await Promise.all([panel.connect(), panel.connect(), panel.connect()]);
  await first.query(
    'insert into apartments (condo_id, apartment_number) select $1, n from generate_series(1, $2::int) n',
    [condo, APARTMENTS],
  );
});
test.afterAll(() => Promise.all([first.end(), second.end(), watcher.end()]));

async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rowCount } = await watcher.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount;
    })
    .toBe(count);
}

/**
 * Breaks the answer of `request` between the first rows of the list and the next ones. A list reads its
 * size, its first rows and each batch by separate statements, and PostgreSQL grants locks in order. So
 * the first lock delays the size, the second lock the first rows, and the renaming fails the batches as
 * long as its transaction is open.
 */
async function breakMidway<T>(request: () => Promise<T>): Promise<T> {
  const lock = 'begin; lock table apartments in access exclusive mode';
  await first.query(lock);
  const requesting = request();
  await untilWaiting(1);
  const locking = second.query(lock);
  await untilWaiting(2);
  await first.query('commit');
  await locking;
  await untilWaiting(1);
  const breaking = first.query('begin; alter table apartments rename to elsewhere');
  await untilWaiting(2);
  await second.query('commit');
  await breaking;
  const begun = await requesting;
  await first.query('commit');
  return begun;
}

const fix = () => second.query('alter table elsewhere rename to apartments');

for (const encoding of ['gzip', 'identity']) {
  test(`a list that breaks off is an error for a client of the API, ${encoding}`, async ({
    api,
    panel,
  }) => {
    const ask = async () => {
      const response = await fetch(`${panel.url}/api/admin/apartments`, {
        headers: { authorization: `Bearer ${api.session.token}`, 'accept-encoding': encoding },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
      return response;
    };
    expect(await (await ask()).json()).toHaveLength(APARTMENTS);
    const broken = await breakMidway(ask);
    await expect(broken.text()).rejects.toThrow('terminated');
    await fix();
    expect(panel.logLines()).toContainEqual(
      expect.objectContaining({ msg: 'A list broke off', level: 50 }),
    );
    expect(panel.output).not.toContain('Unexpected');
  });
}

test('a list that breaks off is an error with Retry in the panel', async ({
  page,
  browserGuard,
}) => {
  browserGuard.expect(/net::ERR_/, failedRequest(500));
  await page.clock.install();
  const broken = page.waitForEvent('requestfailed');
  await breakMidway(() =>
    Promise.all([
      // What the API offers and saved views are asked for as well.
      page.waitForResponse((response) => /_serverFn.*apartments/.test(response.url())),
      page.goto('/apartments'),
    ]),
  );
  expect((await broken).url()).toContain('/_serverFn/');
  await expectAfterRetries(page, page.getByText('Error loading apartments.'));
  await fix();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Unit 1', exact: true })).toBeVisible();
  await expect(page.getByText('Error loading apartments.')).toBeHidden();
});
