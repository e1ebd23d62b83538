import type { Page } from '@playwright/test';
import { expectNoFindings, LARGE } from './support/axe';
import { failedRequest } from './support/console-guard';
import type { AdminApi } from './support/admin-api';
import { axeLanguages, sayIn, type Say } from './support/languages';
import { ADMIN } from './support/server-process';
import { expect, test } from './support/test';

// Every dialog and the user's menu, in both themes. An open dialog hides the choice of a language, so a
// cookie chooses it before.

test.describe.configure({ timeout: 300_000 });

interface Records {
  api: AdminApi;
  condoId: number;
  apartmentId: number;
  userId: number;
}

async function addRecords(api: AdminApi): Promise<Records> {
  await api.clear();
  const condoId = await api.createCondo({ name: 'Bellevue' });
  const apartmentId = await api.createApartment({ condo_id: condoId, apartment_number: '1A' });
  await api.invite('guest@example.com', condoId);
  // Two accounts of one person, who has a namesake for each language.
  const quirina = { first_name: 'Quirina', last_name: `Vonlanthen ${condoId}`, phone: '044 1' };
  await api.send('POST', '/users', { ...quirina, phone: '044 2' });
  const { id: userId } = await api.send<{ id: number }>('POST', '/users', quirina);
  const home = { condo_id: condoId, apartment_id: apartmentId, role: 'renter', user_id: userId };
  await api.send('POST', '/user-condo-associations', home);
  return { api, condoId, apartmentId, userId };
}

type Open = (page: Page, say: Say, records: Records) => Promise<void>;

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const typed = (page: Page, text: string) =>
  page.getByRole('dialog').getByRole('combobox').fill(text);
const chooseAll = (page: Page, say: Say) =>
  page.getByRole('checkbox', { name: say('Select all shown') }).click();
const building = ({ condoId }: Records) => `/condos/${condoId}`;

const DIALOGS: ReadonlyArray<
  [name: string, path: string | ((records: Records) => string), open: Open]
> = [
  [
    "the user's menu",
    '/condos',
    (page) => page.getByRole('banner').getByRole('button', { name: ADMIN.email }).click(),
  ],
  ['the list of keys', '/condos', (page) => page.keyboard.press('?')],
  [
    'the palette',
    '/condos',
    async (page) => {
      await page.keyboard.press('Control+k');
      await typed(page, 'bel');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  ],
  ['an export', '/condos', (page, say) => press(page, say('Export'))],
  ['saved views', '/condos?search=Bel', (page, say) => press(page, say('Save view'))],
  [
    'a change of chosen buildings',
    '/condos',
    async (page, say) => {
      await chooseAll(page, say);
      await press(page, say('Edit...'));
    },
  ],
  [
    'the deletion of chosen buildings',
    '/condos',
    async (page, say) => {
      await chooseAll(page, say);
      await press(page, say('Delete selected'));
    },
  ],
  [
    'letters, before they are made',
    '/pending-invitations',
    async (page, say) => {
      await chooseAll(page, say);
      await press(page, say('Print letters'));
    },
  ],
  ['a new person', '/users', (page, say) => press(page, say('Add person'))],
  [
    'the deletion of a building',
    building,
    (page, say) => press(page, `${say('Delete')} ${say('Building')}`),
  ],
  [
    'a change of tenants',
    building,
    async (page, say) => {
      await press(page, say('Residents'));
      await page.getByRole('menuitem', { name: say('Change of tenants...') }).click();
    },
  ],
  [
    'a move in of somebody new',
    building,
    async (page, say) => {
      await press(page, say('Residents'));
      await page.getByRole('menuitem', { name: say('Move in'), exact: true }).click();
      await page.getByRole('dialog').getByLabel(say('Person')).fill('Nonna');
      await page.getByRole('option', { name: 'Nonna' }).click();
      const lastName = page.getByRole('textbox', { name: say('Last Name'), exact: true });
      await expect(lastName).toHaveValue('Nonna');
    },
  ],
  [
    'the merge of two people',
    ({ userId }) => `/users/${userId}`,
    async (page, say, { condoId }) => {
      await press(page, say('Merge with...'));
      await typed(page, `vonlanthen ${condoId}`);
      await page.getByRole('option').first().click();
      await expect(page.getByRole('radio').first()).toBeVisible();
    },
  ],
  [
    'a conflict, on top of the dialog with the form',
    '/apartments',
    async (page, say, { api, apartmentId }) => {
      await press(page, say('Edit'));
      await page.getByLabel(say('Notes')).fill('Mine. '.repeat(40));
      await page.getByLabel(say('Rooms'), { exact: true }).fill('3');
      await api.changeApartment(apartmentId, { notes: 'Theirs. '.repeat(200), bedrooms: 4 });
      await press(page, say('Update Apartment'));
      await expect(page.getByRole('radio').first()).toBeVisible();
    },
  ],
];

for (const code of axeLanguages('de-CH')) {
  test(`dialogs in ${code}`, async ({ page, context, baseURL, api, browserGuard }) => {
    browserGuard.expect(failedRequest(412));
    await context.addCookies([{ name: 'language', value: code, url: baseURL ?? '' }]);
    const records = await addRecords(api);
    for (const [name, path, open] of DIALOGS) {
      await test.step(name, async () => {
        await page.setViewportSize(LARGE);
        await page.goto(typeof path === 'string' ? path : path(records));
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        await page.waitForLoadState('networkidle');
        await open(page, sayIn(code), records);
        await expect(page.getByRole('dialog').or(page.getByRole('menu')).last()).toBeVisible();
        await expectNoFindings(page);
      });
    }
  });
}
