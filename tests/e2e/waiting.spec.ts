import type { Page } from '@playwright/test';
import type { ExternalApi } from '../support/external-api/external-api';
import { expect, test } from './support/external-test';
import { expectNoSidewaysScroll } from './support/screens';

// docs/behaviour/errors.md, "Waiting": an API that takes its time.

const reached = (external: ExternalApi, call: string) =>
  expect.poll(() => external.calls.map(({ name }) => name)).toContain(call);

async function invite(page: Page): Promise<void> {
  await page.goto('/users/invite');
  await page.getByLabel('Email Address').fill('neu@external.example');
  await page.getByLabel('User Role').selectOption('Building Manager');
  await page.getByRole('combobox', { name: 'Building' }).fill('chalet');
  await page.getByRole('option', { name: /Chalet Zermatt/ }).click();
  await page.getByRole('button', { name: 'Send Invitation' }).click();
}

test('while a building loads slowly, its apartments and people are requested', async ({
  page,
  external,
}) => {
  const answer = external.hold('getCondo');
  await page.goto('/condos/41');
  await expect(page.getByText('Loading building details...')).toBeVisible();
  await reached(external, 'listApartments');
  await reached(external, 'listUsers');
  answer();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
});

test('leaving a page aborts its read at the API', async ({ page, external }) => {
  external.break('listCondos', { kind: 'hang' });
  await page.goto('/condos');
  await reached(external, 'listCondos');
  expect(external.abandoned).toEqual([]);
  await page.goto('about:blank');
  await expect.poll(() => external.abandoned).toEqual(['listCondos']);
});

test('closing the tab does not interrupt a change', async ({ page, external, panel }) => {
  const answer = external.hold('inviteUser');
  external.break('listApartments', { kind: 'hang' });
  const before = panel.output.length;
  await invite(page);
  await reached(external, 'inviteUser');
  await reached(external, 'listApartments');
  const invitations = external.data.invitations.length;
  await page.close();
  // The server has noticed.
  await expect.poll(() => panel.output.slice(before)).toMatch(/"method":"POST".*"status":499/);
  await expect.poll(() => external.abandoned).toEqual(['listApartments']);
  answer();
  await expect.poll(() => external.data.invitations.length).toBe(invitations + 1);
  expect(external.abandoned).toEqual(['listApartments']);
});

test("a table's skeleton causes no sideways scroll on a phone", async ({ page, external }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const answer = external.hold('listApartments');
  await page.goto('/condos/41');
  await expect(page.getByText('Loading apartments...')).toBeVisible();
  await expectNoSidewaysScroll(page);
  answer();
});
