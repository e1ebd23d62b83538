import type { Page } from '@playwright/test';
import { failedRequest } from './support/console-guard';
import { expect, test } from './support/external-test';
import { condoRow, openCondos, toast } from './support/screens';

// docs/behaviour.md, "Errors", with real faults of the API: it rejects, hangs up, answers garbage or is slow.

const ALL_FAILURES = failedRequest(400, 401, 403, 404, 409, 422, 429, 500, 502, 503);

test.beforeEach(({ browserGuard }) => browserGuard.expect(ALL_FAILURES));

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function fillBuilding(page: Page): Promise<void> {
  await page.goto('/condos/create');
  for (const label of [
    'Building Name or First Line of the Address',
    'Address',
    'City/Town/Commune',
    'Canton',
    'Zip Code',
    'Country',
  ]) {
    await field(page, label).fill('Seven');
  }
}

test('creating a building fails: the toast, and what was typed stays', async ({
  page,
  external,
}) => {
  await fillBuilding(page);
  const cases: Array<[Parameters<typeof external.break>[1], string]> = [
    [
      { kind: 'status', status: 409, body: { detail: 'There is one already' } },
      'There is one already',
    ],
    [{ kind: 'status', status: 500, body: { message: 'Out of paper' } }, 'Out of paper'],
    [{ kind: 'status', status: 500 }, 'Internal Server Error'],
    [{ kind: 'cut' }, 'Network error'],
  ];
  for (const [fault, text] of cases) {
    external.takeCalls();
    external.break('createCondo', fault);
    await page.getByRole('button', { name: 'Create Building' }).click();
    await expect(toast(page, `Failed to create condo: ${text}`)).toBeVisible();
    await expect(field(page, 'Zip Code')).toHaveValue('Seven');
    // A change never repeats by itself.
    expect(external.takeCalls()).toHaveLength(1);
  }
  external.heal();
  const answer = external.hold('createCondo');
  await page.getByRole('button', { name: 'Create Building' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  answer();
  await page.waitForURL('/condos');
});

test('fields that the server rejects show its messages', async ({ page, external }) => {
  await fillBuilding(page);
  external.break('createCondo', {
    kind: 'status',
    status: 422,
    body: { detail: [{ loc: ['body', 'zip_code'], msg: 'No such zip code', type: 'value_error' }] },
  });
  await page.getByRole('button', { name: 'Create Building' }).click();
  await expect(page.getByText('No such zip code', { exact: true })).toBeVisible();
  await expect(field(page, 'Zip Code')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Zip Code')).toBeFocused();
});

test('deleting a building fails: the dialog, by status', async ({ page, external }) => {
  await openCondos(page);
  const cases: Array<[Parameters<typeof external.break>[1], string]> = [
    [
      { kind: 'status', status: 400, body: { detail: 'Two tenants live there' } },
      'Two tenants live there',
    ],
    [
      { kind: 'status', status: 400 },
      'Cannot delete: users are still associated with this building.',
    ],
    [{ kind: 'status', status: 500, body: { detail: 'Not shown' } }, 'Failed to delete building.'],
    [{ kind: 'cut' }, 'Failed to delete building.'],
  ];
  for (const [fault, text] of cases) {
    external.break('deleteCondo', fault);
    await condoRow(page, 'alpenblick').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const notice = page.getByRole('dialog', { name: 'Delete Failed' });
    await expect(notice).toContainText(text);
    await notice.getByRole('button', { name: 'OK' }).click();
    await expect(notice).toBeHidden();
  }
  external.heal();
  const answer = external.hold('deleteCondo');
  await condoRow(page, 'alpenblick').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Please wait...' })).toBeVisible();
  answer();
  await expect(toast(page, 'Building deleted')).toBeVisible();
});

test('apartments of a building: loading, adding, updating and deleting fail', async ({
  page,
  external,
}) => {
  external.break('listApartments', { kind: 'status', status: 403 });
  await page.goto('/condos/41');
  await expect(page.getByText('Error loading apartments.')).toBeVisible();
  external.heal();
  await page.getByRole('button', { name: 'Retry' }).click();
  const notice = page.getByRole('dialog', { name: 'Error' });
  const expectNotice = async (text: string) => {
    await expect(notice).toContainText(text);
    await notice.getByRole('button', { name: 'OK' }).click();
    await expect(notice).toBeHidden();
  };

  await page.getByRole('button', { name: 'Add Apartment' }).click();
  await field(page, 'Apartment Number').fill('9');
  external.break('createApartment', {
    kind: 'status',
    status: 409,
    body: { detail: 'Number is taken' },
  });
  await page.getByRole('button', { name: 'Create Apartment' }).click();
  await expectNotice('Number is taken');
  external.break('createApartment', { kind: 'cut' });
  await page.getByRole('button', { name: 'Create Apartment' }).click();
  await expectNotice('Failed to add apartment');
  await expect(field(page, 'Apartment Number')).toHaveValue('9');
  await page.getByRole('button', { name: 'Cancel' }).first().click();

  const row = page.getByRole('row').filter({ hasText: '1A' });
  await row.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Apartment Number').fill('1B');
  external.break('updateApartment', {
    kind: 'status',
    status: 409,
    body: { detail: 'Number is taken' },
  });
  await page.getByRole('button', { name: 'Update Apartment' }).click();
  await expectNotice('Number is taken');
  external.break('updateApartment', { kind: 'status', status: 500 });
  await page.getByRole('button', { name: 'Update Apartment' }).click();
  await expectNotice('Failed to update apartment');
  external.heal();
  await page.getByRole('button', { name: 'Update Apartment' }).click();
  await expect(page.getByRole('button', { name: 'Update Apartment' })).toBeHidden();

  const other = page.getByRole('row').filter({ hasText: '2B' });
  external.break('deleteApartment', {
    kind: 'status',
    status: 409,
    body: { detail: 'Somebody lives there' },
  });
  await other.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectNotice('Somebody lives there');
  external.break('deleteApartment', { kind: 'html', status: 502 });
  await other.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectNotice('Failed to delete apartment.');
});
