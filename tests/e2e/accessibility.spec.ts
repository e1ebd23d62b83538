import type { Page } from '@playwright/test';
import { expectNoFindings, LARGE, PHONE } from './support/axe';
import { failedRequest } from './support/console-guard';
import { imageFile } from './support/images';
import { axeLanguages, chooseLanguage } from './support/languages';
import { rowOf } from './support/screens';
import { expect, test } from './support/test';

// Every screen with its open parts, in several languages and both themes. Dialogs are in
// accessibility-dialogs.spec.ts.

/** The page is loaded once, and each language is then chosen on it. */
async function expectNoFindingsInAnyLanguage(page: Page): Promise<void> {
  for (const code of axeLanguages('en')) {
    await page.setViewportSize(LARGE);
    await chooseLanguage(page, code);
    await expectNoFindings(page);
  }
}

// Up to eight looks at each screen, with all sizes forty.
test.describe.configure({ timeout: 300_000 });

let condoId = 0;

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
  await api.createApartment({
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
    await expectNoFindingsInAnyLanguage(page);
    await page.getByLabel('Email').fill('a@example.com');
    await page.getByLabel('Password').fill('x');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNoFindingsInAnyLanguage(page);
  });
  for (const path of ['/forgot-password', '/set-password', '/invitations/accept']) {
    // The languages are not offered here: the page comes in the one that was chosen before.
    test(path, async ({ page, context, baseURL, browserGuard }) => {
      browserGuard.expect(failedRequest(404, 422));
      for (const code of axeLanguages('en')) {
        await context.addCookies([{ name: 'language', value: code, url: baseURL ?? '' }]);
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expectNoFindings(page);
      }
    });
  }
});

const SCREENS: ReadonlyArray<[path: string, heading: string]> = [
  // Every test adds entries, and axe takes half a minute for fifty of them.
  ['/activity?text=Einzelhaus', 'Activity'],
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
  ['/proposals', 'Proposals'],
  ['/no-such-page', 'Page not found'],
];

for (const [path, heading] of SCREENS) {
  test(path, async ({ page, api, browserGuard }) => {
    if (path === '/no-such-page') browserGuard.expect(failedRequest(404));
    if (path.startsWith('/activity')) await api.createCondo({ name: 'Einzelhaus' });
    if (path === '/pending-invitations') await api.invite('guest@example.com', condoId);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    await expectNoFindingsInAnyLanguage(page);
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
  await expectNoFindingsInAnyLanguage(page);
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
  await expectNoFindingsInAnyLanguage(page);
});

test('a building as of a day, and the dialog for a new person', async ({ page }) => {
  await page.goto(`/condos/${condoId}?as_of=2026-12-31`);
  await expect(page.getByText('As of Dec 31, 2026')).toBeVisible();
  await expect(page.getByRole('table')).toContainText('1A');
  await expectNoFindings(page);
  await page.getByRole('link', { name: 'Back to today' }).click();
  await page.getByRole('button', { name: 'Residents' }).click();
  await page.getByRole('menuitem', { name: 'Move in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Person').fill('Nonna');
  await page.getByRole('option', { name: 'New person: Nonna' }).click();
  await expect(dialog.getByLabel('Last Name')).toHaveValue('Nonna');
  await expectNoFindings(page, [[LARGE, 'light']]);
});

test('the toast and the drawer', async ({ page }) => {
  await page.goto('/condos');
  await rowOf(page, 'Bellevue').getByRole('button', { name: 'Delete' }).click();
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

test('who was in a building on a day', async ({ page }) => {
  await page.goto(`/condos/${condoId}?as_of=2026-06-30`);
  await expect(page.getByText('As of Jun 30, 2026')).toBeVisible();
  await expect(page.getByRole('cell', { name: '1A', exact: true })).toBeVisible();
  await expectNoFindingsInAnyLanguage(page);
});

test('the letters of invitations', async ({ page, api }) => {
  await api.invite('guest@example.com', condoId);
  await page.goto('/pending-invitations');
  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  await page.getByRole('button', { name: 'Print letters' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Make \d+ letter/ })
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectNoFindingsInAnyLanguage(page);
});

test('many addresses that are invited, before and after', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/condos/${condoId}`);
  const lines = ['Eva <eva@example.com>\t1A', 'no address', 'ida@example.com\t9Z'].join('\n');
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines);
  await page.getByRole('link', { name: 'Invite to this Building' }).click();
  await page.getByLabel('Email Address').click();
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('1 ready')).toBeVisible();
  await expectNoFindingsInAnyLanguage(page);
  await page.getByRole('button', { name: /^Send 1 invitation/ }).click();
  await expect(page.getByRole('button', { name: 'Resend' }).first()).toBeVisible();
  await expectNoFindingsInAnyLanguage(page);
});

test('an import: invalid and valid rows, then what was created', async ({ page }) => {
  await page.goto(`/bulk-operations?type=apartment&condo_id=${condoId}`);
  const buffer = Buffer.from('Wohnungsnummer;Etage;Wfl.\r\n2B;2;80\r\n3B;EG;90');
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Validate File' }).click();
  await expect(page.getByRole('grid', { name: 'Invalid rows' })).toBeVisible();
  await expectNoFindingsInAnyLanguage(page);
  await page.getByRole('button', { name: 'Create Entries for Valid Rows' }).click();
  await expect(page.getByText('1 entry created.', { exact: true })).toBeVisible();
  await expectNoFindingsInAnyLanguage(page);
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
  await expectNoFindingsInAnyLanguage(page);
});

test('a load failure', async ({ page, browserGuard }) => {
  browserGuard.expect(failedRequest(404));
  await page.goto('/condos/999999');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoFindingsInAnyLanguage(page);
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
