import type { Page } from '@playwright/test';
import { findViolations, showTheme } from './support/axe';
import { failedRequest } from './support/console-guard';
import { imageFile } from './support/images';
import { rowOf, expectNoSidewaysScroll } from './support/screens';
import { expect, test } from './support/test';

interface Size {
  width: number;
  height: number;
}

type Theme = 'light' | 'dark';

const PHONE: Size = { width: 390, height: 844 };
const LARGE: Size = { width: 1440, height: 900 };
/** 1280 x 800 at a zoom of 200 %. */
const ZOOMED: Size = { width: 640, height: 400 };
/** What axe looks at; with AXE_SIZES=all every size in both themes. */
const LOOKS: ReadonlyArray<readonly [Size, Theme]> =
  process.env.AXE_SIZES === 'all'
    ? [PHONE, ZOOMED, { width: 1024, height: 768 }, LARGE, { width: 1920, height: 1080 }].flatMap(
        (size) => [[size, 'light'] as const, [size, 'dark'] as const],
      )
    : [
        [PHONE, 'light'],
        [LARGE, 'dark'],
      ];

/** Axe on what is on the screen now: the page is loaded once and then resized. Nothing makes it scroll sideways, at 200 % neither. */
async function expectNoFindings(page: Page, looks = LOOKS): Promise<void> {
  for (const [size, theme] of looks) {
    await page.setViewportSize(size);
    await showTheme(page, theme);
    expect(await findViolations(page), `${size.width} px, ${theme}`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
  if (looks !== LOOKS) return;
  await page.setViewportSize(ZOOMED);
  await expectNoSidewaysScroll(page);
}

// Up to ten looks at each screen; the longest list has fifty entries.
test.describe.configure({ timeout: 300_000 });

let condoId = 0;
let apartmentId = 0;

test.beforeEach(async ({ api }) => {
  await api.clear();
  condoId = await api.createCondo({
    name: 'Bellevue',
    website: 'https://bellevue.example',
    description: 'A long description. '.repeat(20),
    date_built: '1950-05-05',
    number_of_units: 12,
  });
  await api.createCondo({ name: 'Averylongnamewithoutanyspaceatall'.repeat(3) });
  apartmentId = await api.createApartment({
    condo_id: condoId,
    apartment_number: '1A',
    sqmt: 55.5,
    parking_spot_number: 'P1,P2',
    notes: 'Note '.repeat(40),
  });
});

test.describe('login', () => {
  test.use({ signedIn: false });
  test('the form, and the form with an error', async ({ page, browserGuard }) => {
    browserGuard.expect(failedRequest(401));
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
    await expectNoFindings(page);
    await page.getByLabel('Email').fill('a@example.com');
    await page.getByLabel('Password').fill('x');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNoFindings(page);
  });
  test('the form for a forgotten password', async ({ page }) => {
    await page.goto('/forgot-password');
    await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible();
    await expectNoFindings(page);
  });
});

const SCREENS: ReadonlyArray<[path: string, heading: string]> = [
  // First: every test adds entries, and axe takes half a minute for fifty of them.
  ['/activity', 'Activity'],
  ['/dashboard', 'Admin Dashboard'],
  ['/condos', 'Building Management'],
  ['/condos?search=nothing-like-it', 'Building Management'],
  ['/apartments', 'Apartments Management'],
  ['/apartments?view=table', 'Apartments Management'],
  ['/apartments/create', 'Create'],
  ['/users', 'Users Management'],
  ['/users/invite', 'Invite'],
  ['/users/1', ''],
  ['/users/1/edit', ''],
  ['/pending-invitations', 'Pending Invitations'],
  ['/bulk-operations', 'Bulk Operations'],
  ['/account', 'Account'],
  ['/administrators', 'Administrators'],
  ['/portfolio-check', 'Portfolio Check'],
  ['/portfolio-check?kind=unit_count', ''],
  ['/portfolio-check?kind=empty_apartment&as_of=2026-12-31', ''],
  ['/moves', 'Moves'],
  ['/no-such-page', 'Page not found'],
];

for (const [path, heading] of SCREENS) {
  test(path, async ({ page, api, browserGuard }) => {
    if (path === '/no-such-page') browserGuard.expect(failedRequest(404));
    if (path === '/pending-invitations') await api.invite('guest@example.com', condoId);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    await expectNoFindings(page);
  });
}

test('the building form: empty, with errors and with an image', async ({ page }) => {
  await page.goto('/condos/create');
  await page.getByRole('button', { name: 'Create Building' }).click();
  await expect(page.getByText('Canton is required')).toBeVisible();
  await page
    .getByLabel('Building Image', { exact: true })
    .setInputFiles(await imageFile('house.png'));
  await expect(page.getByAltText('Building Image preview')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Open calendar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, [[LARGE, 'light']]);
});

test('a building with both of its forms open', async ({ page }) => {
  await page.goto(`/condos/${condoId}`);
  await page.getByRole('button', { name: 'Update Building Information' }).click();
  await page.getByRole('button', { name: 'Add Apartment' }).click();
  await page.getByLabel('Parking Spots', { exact: true }).fill('P9');
  await page.getByLabel('Parking Spots', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Create Apartment' }).click();
  await expect(page.getByText('Apartment number is required')).toBeVisible();
  await expectNoFindings(page);
});

test('the dialog, the toast and the drawer', async ({ page }) => {
  await page.goto('/condos');
  await rowOf(page, 'Bellevue').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const success = page.getByText('Building deleted', { exact: true });
  await expect(success).toBeVisible();
  await success.hover();
  await expectNoFindings(page, [[LARGE, 'light']]);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: /menu|navigation/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, [[PHONE, 'dark']]);
});

test('the conflict dialog, on top of the dialog with the form', async ({
  page,
  api,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(412));
  await page.goto('/apartments');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Notes').fill('Mine. '.repeat(40));
  await page.getByLabel('Rooms', { exact: true }).fill('3');
  await api.changeApartment(apartmentId, { notes: 'Theirs. '.repeat(200), bedrooms: 4 });
  await page.getByRole('button', { name: 'Update Apartment' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Someone else has changed this apartment' }),
  ).toBeVisible();
  await expectNoFindings(page);
});

test('the review of an edited export: changed, in conflict, new and invalid rows', async ({
  page,
}) => {
  await page.goto('/bulk-operations');
  const lines = [
    'id;row_version;name;city;description',
    `${condoId};changed since;Bellevue;Bern;${'Long. '.repeat(60)}`,
    '4711;v;Gone;Bern;',
    ';;Neubau;Bern;',
  ];
  const buffer = Buffer.from(lines.join('\r\n'));
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'buildings.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Validate File' }).click();
  await expect(page.getByRole('region', { name: 'Review' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Use mine for Bellevue' })).toBeVisible();
  await expectNoFindings(page);
});

test('a load failure', async ({ page, browserGuard }) => {
  browserGuard.expect(failedRequest(404));
  await page.goto('/condos/999999');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoFindings(page);
});

test('without motion: nothing fades, slides or spins', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/condos');
  await rowOf(page, 'Bellevue').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = await page.evaluate(() => {
    return [...document.querySelectorAll('*')].flatMap((element) => {
      const { animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(element);
      const durations = [animationDuration, transitionDuration].join(',').split(',');
      return durations.some((duration) => parseFloat(duration) > 0.001) ||
        scrollBehavior === 'smooth'
        ? [element.className]
        : [];
    });
  });
  expect(moving).toEqual([]);
});
