import type { Page } from '@playwright/test';
import { must } from '../support/must';
import { failedRequest } from './support/console-guard';
import { condoNames, condoRow, toast } from './support/screens';
import { expect, test } from './support/test';

// What is asked next on each screen: taking back, going on from there, who lives where, what is left to do.

test.beforeEach(({ api }) => api.clear());

const undoButton = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });

async function confirmDelete(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
}

test('an Undo outlives other toasts and is next by Tab; the focus is on the row that took the place', async ({
  page,
  api,
}) => {
  for (const name of ['Alpenblick', 'Bellevue', 'Chalet']) await api.createCondo({ name });
  await page.clock.install();
  await page.goto('/condos');
  await condoRow(page, 'Bellevue').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText('This action cannot be undone.');
  await confirmDelete(page);
  await expect(undoButton(page)).toBeVisible();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(link('Chalet')).toBeFocused();
  // Other toasts of success are gone by then; this one has ten seconds (tests/ui/components/toast.test.tsx).
  await page.clock.fastForward(4_000);
  await expect(undoButton(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(undoButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue', 'Chalet']);
  await page.keyboard.press('?');
  for (const key of ['Ctrl Z', 'F8']) await expect(page.getByRole('dialog')).toContainText(key);
});

test('several at once have one Undo, and an apartment has one', async ({ page, api }) => {
  for (const name of ['Alpenblick', 'Bellevue']) await api.createCondo({ name });
  const condo_id = await api.createCondo({ name: 'Chalet' });
  await api.createApartment({ condo_id, apartment_number: '301' });
  await page.goto('/condos');
  await page.getByRole('checkbox', { name: 'Select Alpenblick' }).check();
  await page.getByRole('checkbox', { name: 'Select Bellevue' }).check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await confirmDelete(page);
  await expect(condoNames(page)).toHaveText(['Chalet']);
  await expect(undoButton(page)).toHaveCount(1);
  await undoButton(page).click();
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Bellevue', 'Chalet']);

  await page.goto(`/condos/${condo_id}`);
  const unit = page.getByRole('row').filter({ hasText: '301' });
  await unit.getByRole('button', { name: 'Delete' }).click();
  await confirmDelete(page);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(unit).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(unit).toBeVisible();
});

test('after a deletion of several `j` goes on from the row that took their place', async ({
  page,
  api,
}) => {
  for (const name of ['Alpenblick', 'Bellevue', 'Chalet', 'Dorfhaus', 'Engelhof'])
    await api.createCondo({ name });
  await page.goto('/condos');
  for (const name of ['Bellevue', 'Chalet'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Delete selected' }).press('Enter');
  await confirmDelete(page);
  await expect(condoNames(page)).toHaveText(['Alpenblick', 'Dorfhaus', 'Engelhof']);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(link('Dorfhaus')).toBeFocused();
  await page.keyboard.press('j');
  await expect(link('Engelhof')).toBeFocused();
});

test('the number beside a suggested canton is the number of rows that it yields', async ({
  page,
  api,
}) => {
  for (const [city, state] of [
    ['Bern', 'BE'],
    ['Thun', 'Bern'],
    ['Berlin', 'Berlin'],
    ['Bregenz', 'Vorarlberg'],
    ['Zürich', 'ZH'],
  ] as const)
    await api.createCondo({ name: city, city, state });
  await page.goto('/condos');
  await expect(page.getByText('5 buildings', { exact: true })).toBeVisible();
  const canton = page.getByLabel('Canton');
  const options = page.locator('datalist#condo-state option');
  await expect(options).toHaveCount(5);
  for (const option of await options.all()) {
    const value = must(await option.getAttribute('value'), 'a value');
    const number = must(
      /(\d+) buildings?$/.exec(must(await option.getAttribute('label'), 'a label')),
      value,
    )[1];
    await canton.fill(value);
    await expect(page.getByText(`${number} of 5 buildings`, { exact: true })).toBeVisible();
    await expect(condoNames(page)).toHaveCount(Number(number));
  }
});

test("a canton's name means that canton, any other text is contained in a name", async ({
  page,
  api,
}) => {
  await api.createCondo({ name: 'Aare', city: 'Bern', state: 'BE' });
  await api.createCondo({ name: 'Spree', city: 'Berlin', state: 'Berlin', country: 'Germany' });
  await api.createCondo({ name: 'Limmat', city: 'Zürich', state: 'ZH' });
  await page.goto('/condos');
  for (const [text, names] of [
    ['BE', ['Aare']],
    ['Bern', ['Aare']],
    ['zü', ['Limmat']],
    ['ber', ['Aare', 'Spree']],
  ] as const) {
    await page.getByLabel('Canton').fill(text);
    await expect(condoNames(page)).toHaveText([...names]);
  }
});

test('a series says what was added beside the button, in place of a toast; Escape closes it', async ({
  page,
  api,
}) => {
  const id = await api.createCondo({ name: 'Alpenblick', number_of_units: 12 });
  await page.goto(`/condos/${id}`);
  await page.getByRole('button', { name: 'Add Apartment' }).click();
  const number = page.getByLabel('Apartment Number');
  await number.fill('K9');
  await page.getByLabel('Square Meters').fill('82,5');
  await page.getByRole('checkbox', { name: 'None' }).check();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('K9 added, 1 of 12 units')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'),
  ).toHaveCount(0);
  await expect(number).toHaveValue('K10');
  await expect(page.getByLabel('Square Meters')).toHaveValue('82.5');
  await page.keyboard.press('Escape');
  await expect(number).toBeHidden();
});

test('the typed e-mail goes along to Forgot Password; an unknown address is said in the shell', async ({
  page,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(404));
  await page.goto('/nowhere');
  await expect(page.getByText('Page not found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bulk Operations' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('Email').fill('anna@example.com');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('anna@example.com');
});

test('the portfolio check is a worklist: invited, under way, back at the row, several dismissed', async ({
  page,
  api,
}) => {
  for (const name of ['Alpenblick', 'Bellevue', 'Chalet']) await api.createCondo({ name });
  await page.goto('/portfolio-check');
  await expect(page.getByText(/\d checks passed/)).toBeVisible();
  const kind = page.getByRole('row', { name: /Buildings without a manager/ });
  await expect(kind.getByRole('cell').nth(1)).toHaveText('3');
  await kind.getByRole('link').click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Bellevue').getByRole('link', { name: 'Invite' }).click();
  await page.getByLabel('Email Address').fill('anna@example.com');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(row('Bellevue')).toContainText('Invited anna@example.com, today');
  await expect(row('Bellevue').locator(':focus')).toHaveCount(1);
  await page.getByRole('checkbox', { name: /Select Alpenblick/ }).check();
  await page.getByRole('checkbox', { name: /Select Chalet/ }).check();
  await page.getByRole('button', { name: 'Dismiss selected' }).click();
  await page.getByLabel('Reason').fill('Sold');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(row('Chalet')).toHaveCount(0);
  await page.goto('/portfolio-check');
  await expect(kind.getByRole('cell')).toContainText([
    'Buildings without a manager',
    '0',
    '1',
    '2',
  ]);
});

test('Activity has sentences by day with the changed field; sign-ins on demand', async ({
  page,
  api,
}) => {
  const id = await api.createCondo({ name: 'Alpenblick', number_of_units: 6 });
  await page.goto(`/condos/${id}#edit`);
  await page.getByLabel('Number of Units').fill('7');
  await page.getByRole('button', { name: 'Update Building', exact: true }).click();
  await expect(toast(page, 'Condo updated successfully!')).toBeVisible();
  await page.goto('/activity');
  await expect(page.getByText('Today', { exact: true })).toBeVisible();
  const entry = page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first();
  await expect(entry).toContainText('changed Building Alpenblick: Number of Units 6 → 7');
  await expect(entry.getByRole('button', { name: /^Restore/ })).toBeVisible();
  await expect(page.getByText(/signed in/)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Sign-ins' }).check();
  await expect(page.getByText(/signed in/).first()).toBeVisible();
});

test('a Swiss zip code fills the place; the list of users says how many there are', async ({
  page,
}) => {
  await page.goto('/users');
  await expect(page.getByText(/^\d+ users?$/)).toBeVisible();
  await page.goto('/condos/create');
  await page.getByLabel('Zip Code').fill('3600');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('City/Town/Commune')).toHaveValue('Thun');
  await expect(page.getByLabel('Canton', { exact: true })).toHaveValue('BE');
});

test('the palette knows ids, themes and the keys of the screen; no control was added above a list', async ({
  page,
  api,
}) => {
  const id = await api.createCondo({ name: 'Alpenblick' });
  await page.goto('/condos');
  await expect(condoNames(page)).toHaveText(['Alpenblick']);
  const controls = page.locator('main :is(a, button, input, select):visible');
  const firstRow = await condoRow(page, 'Alpenblick').boundingBox();
  const above = await controls.evaluateAll(
    (all, y) => all.filter((control) => control.getBoundingClientRect().bottom <= y).length,
    firstRow?.y ?? 0,
  );
  expect(above).toBeLessThanOrEqual(11);
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Search everything' });
  await input.fill('theme: dark');
  await expect(page.getByRole('option', { name: /Theme: Dark/ })).toBeVisible();
  await input.fill('logout');
  await expect(page.getByRole('option', { name: /Logout/ })).toBeVisible();
  await input.fill(`#${id}`);
  await page.getByRole('option', { name: /^Alpenblick/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpenblick' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invite to this Building' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: /^(Edit Building|Logout)/ })).toHaveText([
    /^Edit Building/,
    /^Logout/,
  ]);
  for (const action of ['Edit Building', 'Delete Building', 'Export', 'Invite to this Building']) {
    await input.fill(action);
    await expect(
      page.getByRole('option', { name: `${action} Alpenblick`, exact: true }),
    ).toBeVisible();
  }
});

test('screens say it in plain words', async ({ page, api }) => {
  const condo = await api.createCondo({ name: 'Alpenblick' });
  for (const name of ['anna', 'beat']) await api.invite(`${name}@example.com`, condo);
  for (const [path, ...sentences] of [
    [
      '/account',
      'Only your password protects this account. Add an authenticator app to be asked for a code as well.',
      'You will be signed out on your other devices.',
      'Applies to this browser.',
    ],
    [
      '/administrators',
      'We e-mail a link that makes this person an administrator. It expires in seven days.',
      'For unknown addresses',
    ],
    ['/forgot-password', 'We e-mail you a link to set a new password.'],
    ['/pending-invitations', 'Any status'],
  ] as const) {
    await page.goto(path);
    for (const sentence of sentences)
      await expect(page.getByText(sentence), path).not.toHaveCount(0);
  }
  await expect(page.getByText('2 invitations', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'Exports all 2 invitations, filtered and sorted as shown.',
  );
});
