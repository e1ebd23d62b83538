import type { Page, Request } from '@playwright/test';
import { holdRequests } from './support/screens';
import { expect, test } from './support/test';

const SCREENS = [
  ['/condos?search=Z%C3%BCri+%3C%26%2B%22%27&sort_by=id', /^No buildings match$/],
  ['/users?search=anna%40example.com&condo_id=1', /^No users match$/],
  ['/apartments?search=12%25', /^No apartments match$/],
  ['/users/1', 'Email Verified'],
  ['/dashboard', 'Total Condos'],
] as const;

for (const [path, text] of SCREENS) {
  test(`${path}: the early request is the client's own, and the only one`, async ({ page }) => {
    await expectOneEarlyRequest(page, path, text);
  });
}

test("a building's early request is the client's own, and the only one", async ({ page, api }) => {
  const condoId = await api.createCondo({ name: 'Bellevue', number_of_units: 12 });
  await expectOneEarlyRequest(page, `/condos/${condoId}`, 'Number of Units');
});

test('the early request does not wait for the style sheet', async ({ page }) => {
  const release = await holdRequests(page, /\.css$/);
  const early = page.waitForRequest('**/_serverFn/**');
  await page.goto('/condos', { waitUntil: 'commit' });
  await early;
  release();
  await expect(page.getByRole('heading', { name: 'Building Management' })).toBeVisible();
});

test.describe('the sign-in', () => {
  test.use({ signedIn: false });

  test('asks for the code of the screen behind it while somebody types, not before', async ({
    page,
    request,
  }) => {
    const code = /\/assets\/-dashboard-screen-[\w-]+\.js/;
    expect(await (await request.get('/dashboard')).text()).toMatch(code);
    const requested = new Set<string>();
    page.on('request', (call) => code.test(call.url()) && requested.add(call.url()));
    await page.goto('/login');
    // The last of what it brings by itself.
    await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
    expect([...requested]).toEqual([]);
    await page.getByLabel('Email').press('a');
    await expect.poll(() => requested.size).toBe(1);
  });
});

async function expectOneEarlyRequest(page: Page, path: string, text: string | RegExp) {
  const made = collectFirstCalls(page);
  await page.goto(path);
  await expect(page.getByText(text).first()).toBeVisible();
  expect(made).toHaveLength(1);

  // A client that finds no early request makes its own beside it.
  const other = await page.context().newPage();
  await other.addInitScript(() => {
    Object.defineProperty(window, '__earlyRequest', { get: () => undefined, set: () => {} });
  });
  const both = collectFirstCalls(other);
  await other.goto(path);
  await expect.poll(() => both.length).toBe(2);
  const [early, own] = await Promise.all(both.map(partsOf));
  expect(early).toEqual(own);
  expect(early?.headers).toHaveProperty('authorization', expect.stringMatching(/^Bearer .+/));
}

/** Collects the requests of the page's first call. The name of a call is in the request's input. */
function collectFirstCalls(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/_serverFn/')) return;
    if (!requests[0] || callOf(request) === callOf(requests[0])) requests.push(request);
  });
  return requests;
}

function callOf(request: Request): string | undefined {
  return /\b[a-z]+\.[a-zA-Z]+\b/.exec(
    new URL(request.url()).searchParams.get('payload') ?? '',
  )?.[0];
}

async function partsOf(request: Request) {
  return { method: request.method(), url: request.url(), headers: await request.allHeaders() };
}
