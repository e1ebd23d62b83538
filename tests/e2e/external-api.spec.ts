import type { Page } from '@playwright/test';
import { must } from '../support/must';
import type { RecordedCall } from '../support/external-api/external-api';
import { CHIEF, expect, test } from './support/external-test';
import { imageFile } from './support/images';
import { condoNames, rowOf, openCondos, signIn, storedItem, toast } from './support/screens';

// These tests run the panel on an external API. Its stand-in rejects every call outside the wire contract,
// and the fixture reports it.

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** Reads happen as often as the panel likes (it fetches ahead), so they are compared as a set. */
const reads = (calls: readonly RecordedCall[]) => [
  ...new Set(calls.map(({ line }) => line).filter((line) => line.startsWith('GET '))),
];
const changes = (calls: readonly RecordedCall[]) =>
  calls
    .filter(({ line }) => !line.startsWith('GET '))
    .map(({ line, encoding, values }) => ({ line, encoding, values }));

test.describe('signing in', () => {
  test.use({ signedIn: false });

  test('sends username and password as JSON, then reads the statistics', async ({
    page,
    external,
  }) => {
    await page.goto('/login');
    await signIn(page, CHIEF.username, CHIEF.password);
    await page.waitForURL('/dashboard');
    await expect(page.getByRole('banner')).toContainText('Welcome, Vera');
    // Off the chart, which comes up where Login was: its tooltip is a list too.
    await page.mouse.move(0, 0);
    const cards = page.getByRole('main').getByRole('listitem');
    await expect(cards).toHaveText([
      /Total Condos\s*3\s*\+1 from last month/,
      // The number came as a text, and its note's number not at all.
      /Total Apartments\s*2\s*\+0 from last month/,
      /Total Users\s*1,234\s*\+5 from last month/,
      /Pending Invitations\s*1\s*Awaiting user acceptance/,
    ]);
    const calls = external.takeCalls();
    expect(changes(calls)).toEqual([
      {
        line: 'POST /auth/login',
        encoding: 'json',
        values: { username: CHIEF.username, password: CHIEF.password },
      },
    ]);
    expect(reads(calls)).toContain('GET /admin/dashboard-stats');
    expect(JSON.parse(must(await storedItem(page, 'user'), 'stored user'))).toMatchObject({
      role: 'super_admin',
      scopes: ['panel'],
    });
  });

  test('who is not a superuser is rejected, and nothing is stored', async ({ page }) => {
    await page.goto('/login');
    await signIn(page, 'renter@external.example', 'correct horse');
    await expect(page.getByRole('alert')).toHaveText(
      'Access denied. Only super administrators can access the admin panel.',
    );
    await expect(page).toHaveURL('/login');
    expect(await storedItem(page, 'access_token')).toBeNull();
    expect(await storedItem(page, 'user')).toBeNull();
  });
});

test('the list: empty values are left out, texts arrive as typed, gaps do not break it', async ({
  page,
  external,
}) => {
  await openCondos(page);
  await expect(condoNames(page)).toHaveText([
    'alpenblick',
    'Chalet Zermatt',
    'Étoile <b>du</b> Lac',
  ]);
  expect(external.takeCalls().map(({ line }) => line)).toEqual([
    'GET /admin/condos?sort_by=name&sort_order=asc',
  ]);
  const gappy = rowOf(page, 'Étoile <b>du</b> Lac').getByRole('cell');
  await expect(gappy.nth(2)).toHaveText('-');
  await expect(gappy.nth(3)).toContainText('01201');
  await expect(gappy.nth(4)).toHaveText('-');
  await expect(rowOf(page, 'alpenblick').getByRole('cell').nth(4)).toHaveText('-');
  await expect(rowOf(page, 'Chalet Zermatt').getByRole('cell').nth(4)).toHaveText(
    'Mar 1, 2025, 9:15 AM',
  );

  // The rows are there before the call.
  const lines: string[] = [];
  const requestedPages = () => {
    lines.push(...reads(external.takeCalls()));
    return lines;
  };
  await field(page, 'Zip Code').fill('01201');
  await expect(condoNames(page)).toHaveText(['Étoile <b>du</b> Lac']);
  await expect
    .poll(requestedPages)
    .toContain('GET /admin/condos?zip_code=01201&sort_by=name&sort_order=asc');
  await field(page, 'Search').fill('É&l=a%+<b>');
  await expect(page.getByText('No buildings match', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await page.getByRole('button', { name: 'ID', exact: true }).click();
  await expect(condoNames(page)).toHaveText([
    'Chalet Zermatt',
    'Étoile <b>du</b> Lac',
    'alpenblick',
  ]);
  await expect.poll(requestedPages).toContain('GET /admin/condos?sort_by=id&sort_order=desc');
  const searched = lines.find((line) => line.includes('search='));
  expect(new URL(`http://x${searched?.slice('GET '.length)}`).searchParams.get('search')).toBe(
    'É&l=a%+<b>',
  );
});

test('editing a building: all fields, removed and replaced images', async ({ page, external }) => {
  await page.goto('/condos/41');
  await expect(page.getByRole('heading', { name: 'Chalet Zermatt' })).toBeVisible();
  const lines: string[] = [];
  await expect
    .poll(() => {
      lines.push(...reads(external.takeCalls()));
      return lines.toSorted();
    })
    .toEqual([
      'GET /admin/apartments?condo_id=41',
      'GET /admin/condos/41',
      'GET /admin/invitations?status=pending',
      'GET /admin/users?page=1&page_size=10&condo_id=41',
    ]);
  await page.getByRole('button', { name: 'Update Building Information' }).click();
  await expect(field(page, 'Date Built')).toHaveValue('1987-12-31');
  await expect(field(page, 'Number of Units')).toHaveValue('4');
  await field(page, 'Building Website (Neighborhood)').fill('');
  // The building image, then the canton flag: the country flag has nothing to remove.
  await page.getByRole('button', { name: 'Remove' }).nth(1).click();
  const upload = await imageFile('neu.webp', { format: 'webp' });
  await field(page, 'Building Image').setInputFiles(upload);
  await page.getByRole('button', { name: 'Update Building', exact: true }).click();
  await expect(toast(page, 'Condo updated successfully!')).toBeVisible();
  expect(changes(external.takeCalls())).toEqual([
    {
      line: 'PUT /admin/condos/41',
      encoding: 'multipart',
      values: {
        name: 'Chalet Zermatt',
        address: expect.stringMatching(/^Bahnhofstrasse 1\r?\n3920 Zermatt$/),
        city: 'Zermatt',
        state: 'Valais',
        zip_code: '3920',
        country: 'Switzerland',
        website: '',
        description: 'Wood and stone.',
        date_built: '1987-12-31',
        number_of_units: '4',
        image: `neu.webp (image/webp, ${upload.buffer.length} bytes)`,
        remove_flag: 'True',
        flag_url: '',
      },
    },
  ]);
});

test('/api answers 404 while another API is in use', async ({ request }) => {
  for (const path of ['/api/admin/condos', '/api/auth/login', '/api/docs', '/api/capabilities']) {
    expect((await request.get(path)).status()).toBe(404);
  }
});

// Every other screen is opened in faults-everywhere.spec.ts: what is outside of the contract fails any test.
test('the screens with little or nothing to load keep to the wire contract too', async ({
  page,
  external,
}) => {
  for (const path of ['/', '/condos/create', '/users/invite', '/bulk-operations']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(external.violations).toEqual([]);
});
