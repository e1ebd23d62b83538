import { expect, linkMailedTo, test } from './support/mail-test';
import { confirmRestore, toast, undoButton } from './support/screens';

// What is asked next about a person: taking back what was removed, and what happened to them.

// An address of this file alone, since one mail server serves all files of a worker.
const GUEST = 'ines.roth@example.com';

test('a removed association and a deleted person come back by Undo, and from the History of their page', async ({
  page,
  api,
  smtp,
  baseURL,
}) => {
  await api.invite(GUEST, await api.createCondo({ name: 'Alpenblick' }));
  const link = await linkMailedTo(smtp, GUEST);
  const accepted = await fetch(`${baseURL}/api/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: link.searchParams.get('token'),
      first_name: 'Ines',
      last_name: 'Roth',
      password: 'lake-and-mountain-7',
    }),
  });
  expect(accepted.status).toBe(204);

  await page.goto('/users?search=roth');
  const person = page.getByRole('row', { name: /Ines Roth/ });
  await person.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Ines');
  const association = page.getByRole('row', { name: /Alpenblick/ });
  const removeAssociation = async () => {
    await association.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Association deleted')).toBeVisible();
    await expect(association).toHaveCount(0);
  };
  await removeAssociation();
  await undoButton(page).click();
  await expect(association).toBeVisible();
  await removeAssociation();

  await page.goto('/users?search=roth');
  await person.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(person).toContainText('Inactive');
  await undoButton(page).click();
  await expect(person).not.toContainText('Inactive');
  await expect(person).toContainText('Active');

  await person.getByRole('link', { name: 'Ines Roth' }).click();
  await expect(page.getByRole('heading', { name: 'Associations' })).toBeVisible();
  await expect(association).toHaveCount(0);
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('list', { name: 'History' });
  await history
    .getByRole('button', { name: /^Restore Association/ })
    .first()
    .click();
  await confirmRestore(page);
  await expect(association).toBeVisible();
  await expect(history.getByRole('listitem').first()).toContainText('restored Association');
});
