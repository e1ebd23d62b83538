import { addDays, dayIn } from '~/fields/calendar-day';
import { formatDateOnly } from '~/language/format';
import { expect, linkMailedTo, test } from './support/mail-test';
import { toast } from './support/screens';

// From the dashboard's check to the commune: find a move, print it, report it, undo, and find it again.

test('a move is found, printed, reported, and found again after Undo', async ({
  page,
  api,
  smtp,
}) => {
  const elsewhere = await api.createCondo({ name: 'Elsewhere' });
  const email = 'ida@example.com';
  await api.invite(email, elsewhere);
  const { href } = await linkMailedTo(smtp, email);
  const token = new URL(href).searchParams.get('token');
  const person = { token, first_name: 'Ida', last_name: 'Keller', password: 'lake-and-mountain-7' };
  const accepted = await page.request.post('/api/invitations/accept', { data: person });
  expect(accepted.status()).toBe(204);

  const condo_id = await api.createCondo({ name: 'Rosengarten', address: 'Rosenweg 3' });
  await api.createApartment({ condo_id, apartment_number: '4A', floor_number: 2, bedrooms: 3.5 });
  const today = dayIn('Europe/Zurich', new Date());
  const since = addDays(today, -3);
  await page.goto('/portfolio-check?kind=empty_apartment');
  const row = page.getByRole('row').filter({ hasText: '4A, Rosengarten' });
  await row.getByRole('button', { name: 'Move in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Person').fill('keller');
  await page.getByRole('option', { name: /Ida Keller/ }).click();
  await dialog.getByLabel('First day').fill(since);
  await dialog.getByRole('button', { name: 'Move in' }).click();
  await expect(toast(page, 'Association added')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.goto(`/portfolio-check?kind=empty_apartment&as_of=${addDays(since, -1)}`);
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);

  await page.goto('/portfolio-check');
  await page
    .getByRole('link', { name: 'Moves of the last 14 days that are not reported to the commune' })
    .click();
  const finding = page.getByRole('row').filter({ hasText: 'Ida Keller' });
  await expect(finding).toContainText(`Moved in on ${formatDateOnly(since)}`);
  await finding.getByRole('link', { name: 'Print view' }).click();
  const printed = page.getByRole('table', { name: 'Moves in Rosengarten' });
  await page.emulateMedia({ media: 'print' });
  for (const text of ['4A', '2', '3.5', 'Ida Keller', 'Renter', formatDateOnly(since)])
    await expect(printed).toContainText(text);
  await expect(page.getByText('Rosenweg 3, 8002 Zürich, Zürich')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Moves that are not reported' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('link', { name: 'Moves that are not reported' }).click();
  await finding.getByRole('button', { name: 'Reported...' }).click();
  await expect(dialog.getByLabel('Reported to the commune on')).toHaveValue(today);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Day of the report saved')).toBeVisible();
  await expect(finding).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(finding).toBeVisible();

  await page.goto(`/moves?condo_id=${condo_id}`);
  await expect(printed).toContainText('Ida Keller');
});
