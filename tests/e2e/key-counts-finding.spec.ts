import { CountedKeys } from './support/counted-keys';
import { toast } from './support/screens';
import { expect, test } from './support/test';

// How many keys and clicks it takes to find something: a flat, the people to write to, what was changed.

test('a flat is found from anywhere with at most 20 keys, and the owners of its building are written to with 3 more', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await api.clear();
  const condo_id = await api.createCondo({ name: 'Haus am See', address: 'Seestrasse 12' });
  const apartment_id = await api.createApartment({ condo_id, apartment_number: '201' });
  for (const [email, role] of [
    ['owner.of.201@example.com', 'owner'],
    ['renter.of.201@example.com', 'renter'],
  ]) {
    const { id: user_id } = await api.send<{ id: number }>('POST', '/users', { email });
    const home = { user_id, condo_id, apartment_id, role };
    await api.send('POST', '/user-condo-associations', home);
  }
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const keys = new CountedKeys(page);
  await keys.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await keys.type('seestrasse 12 201');
  await expect(page.getByRole('option', { name: /201/, selected: true })).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Haus am See' })).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(20);

  const countBefore = keys.count;
  await keys.choose(page.getByLabel('Whose e-mail addresses'), 'Owners');
  const copy = page.getByRole('button', { name: 'Copy e-mail addresses' }).last();
  await expect(copy).toBeEnabled();
  await keys.click(copy);
  await expect(toast(page, '1 e-mail address copied')).toBeVisible();
  expect(keys.count - countBefore).toBeLessThanOrEqual(3);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'owner.of.201@example.com',
  );
});

test('the list of changes takes 2 keys, and changes since a day 12 more', async ({ page, api }) => {
  const name = 'Haus zum Finden';
  await api.createCondo({ name });
  await page.goto('/condos');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const keys = new CountedKeys(page);
  await keys.press('g', 'h');
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  const entry = page.getByRole('main').getByText(name).first();
  await expect(entry).toBeVisible();
  expect(keys.count).toBe(2);

  await keys.click(page.getByLabel('From'));
  await keys.type('2026-01-01');
  await keys.press('Enter');
  await expect(page).toHaveURL(/from=2026-01-01/);
  await expect(entry).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(14);
});
