import { expect, linkMailedTo, test } from './support/mail-test';
import { imageFile } from './support/images';
import { ADMIN } from './support/server-process';
import { rowOf, openCondos, signIn } from './support/screens';

/**
 * Platform of the build under test, set by scripts/targets.mjs. The server has its own database and
 * image store.
 */
const TARGET = process.env.E2E_TARGET ?? '';

test.skip(TARGET === '', 'Only for builds for a platform (npm run test:targets)');
test.use({ signedIn: false });

test('sign-in, list, images and an import on the embedded API in a function', async ({
  page,
  api,
  request,
}) => {
  await page.goto('/login');
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.waitForURL('**/dashboard');

  await api.createCondo({ name: 'Gebäude – Zürich' });
  await openCondos(page);
  await expect(rowOf(page, 'Gebäude – Zürich')).toBeVisible();

  await rowOf(page, 'Gebäude – Zürich').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Update Building Information' }).click();
  await page
    .getByLabel('Building Image', { exact: true })
    .setInputFiles(await imageFile('house.jpg', { format: 'jpeg' }));
  await page.getByRole('button', { name: 'Update Building', exact: true }).click();
  await expect(page.getByAltText('Image of Gebäude – Zürich')).toHaveJSProperty(
    'naturalWidth',
    684,
  );
  const [condo] = await api.condos();
  const stored = await request.get(String(condo?.image_url));
  expect(stored.headers()['content-type']).toBe('image/webp');
  expect((await stored.body()).subarray(8, 12).toString()).toBe('WEBP');

  await page.goto('/bulk-operations');
  const rows = 'name,address,city,state,zip_code,country\nHaus,Weg 1,Zürich,ZH,08001,CH\nHof\n';
  const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
  await page.getByLabel('Upload Type').selectOption('Condos');
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Validate File' }).click();
  await expect(page.getByRole('gridcell', { name: /Address is required/ })).toBeVisible();
  await page.getByRole('button', { name: 'Create Entries for Valid Rows' }).click();
  await expect(page.getByText('1 entry created.', { exact: true })).toBeVisible();
  expect((await api.condos()).find(({ name }) => name === 'Haus')).toMatchObject({
    zip_code: '08001',
  });
});

test('an invitation is mailed although the process is frozen after the call', async ({
  api,
  smtp,
}) => {
  const condo = await api.createCondo({ name: 'Mailhaus' });
  await api.invite('claire@example.com', condo);
  await linkMailedTo(smtp, 'claire@example.com');
});
