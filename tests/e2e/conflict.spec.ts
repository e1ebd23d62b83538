import { failedRequest } from './support/console-guard';
import { toast } from './support/screens';
import { expect, test } from './support/test';

test('two administrators save the same building: the second chooses field by field', async ({
  context,
  api,
  browserGuard,
}) => {
  browserGuard.expect(failedRequest(412));
  const id = await api.createCondo({ name: 'Disputed', city: 'Zürich', description: 'Old words' });
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) {
    await page.goto(`/condos/${id}`);
    await page.getByRole('button', { name: 'Update Building Information' }).click();
  }
  await first.getByLabel('City/Town/Commune').fill('Bern');
  await first.getByLabel('Description').fill('New words');
  await first.getByRole('button', { name: 'Update Building', exact: true }).click();
  await expect(toast(first, 'Condo updated successfully!')).toBeVisible();

  await second.getByLabel('City/Town/Commune').fill('Basel');
  await second.getByLabel('Zip Code').fill('4001');
  await second.getByRole('button', { name: 'Update Building', exact: true }).click();
  const dialog = second.getByRole('dialog', { name: 'Someone else has changed this building' });
  await expect(dialog.getByRole('group')).toHaveCount(2);
  const city = dialog.getByRole('group', { name: 'City/Town/Commune' });
  await expect(city.getByRole('radio', { name: 'Their value Bern' })).not.toBeChecked();
  await expect(city.getByRole('radio', { name: 'Your value Basel' })).toBeChecked();
  const description = dialog.getByRole('group', { name: 'Description' });
  await expect(description.getByRole('radio', { name: 'Their value New words' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await expect(second.getByLabel('City/Town/Commune')).toHaveValue('Basel');

  await second.getByRole('button', { name: 'Update Building', exact: true }).click();
  await city.getByRole('radio', { name: 'Their value Bern' }).check();
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await expect(toast(second, 'Condo updated successfully!')).toBeVisible();
  expect(await api.condo(id)).toMatchObject({
    city: 'Bern',
    zip_code: '4001',
    description: 'New words',
  });
  // Saving again does not conflict with one's own change.
  await second.getByLabel('Zip Code').fill('4002');
  await second.getByRole('button', { name: 'Update Building', exact: true }).click();
  await expect.poll(async () => (await api.condo(id)).zip_code).toBe('4002');
  await expect(dialog).toHaveCount(0);
});
