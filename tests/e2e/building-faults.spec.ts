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
