import { CHIEF, expect, test } from './support/external-test';
import { signIn } from './support/screens';

/** Set by scripts/targets.mjs: the server is a build for that platform. */
const TARGET = process.env.E2E_TARGET ?? '';

test.skip(TARGET === '', 'Only for builds for a platform (npm run test:targets)');
test.use({ signedIn: false });

test('the function starts and reports how long that took', ({ panel }) => {
  const line = new RegExp(`cold start ${TARGET}: .*first page (\\d+) ms`).exec(panel.output);
  expect(line).not.toBeNull();
  process.stdout.write(`${line?.[0]}\n`);
});

test('text reaches a browser that takes compressed answers whole', async ({ page, external }) => {
  external.data.condos.push(
    ...Array.from({ length: 300 }, (_, index) => ({
      id: 1000 + index,
      name: `Gebäude ${index} – Zürich`,
    })),
  );
  await page.goto('/login');
  await signIn(page, CHIEF.username, CHIEF.password);
  await page.waitForURL('**/dashboard');
  await page.goto('/condos?search=Geb%C3%A4ude%20299');
  await expect(page.getByRole('cell', { name: 'Gebäude 299 – Zürich' })).toBeVisible();
});
