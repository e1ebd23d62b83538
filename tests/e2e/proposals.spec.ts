import type { Page } from '@playwright/test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AdminApi } from './support/admin-api';
import { expectNoFindings, LARGE } from './support/axe';
import { axeLanguages, sayIn, type Say } from './support/languages';
import { expect, linkMailedTo, test } from './support/mail-test';
import { exportCsv, rowOf, signIn, toast, undoButton } from './support/screens';

const COLLEAGUE = { email: 'nora@example.com', password: 'lake-and-mountain-7' };

type Open = (page: Page, say: Say) => Promise<void>;
const openDialog = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** Screens of rights and proposals, each with its open dialog. Null is the proposal's own page. */
const OPENED: ReadonlyArray<[path: string | null, open: Open]> = [
  ['/administrators', (page, say) => openDialog(page, say('Change Rights'))],
  ['/proposals', (page) => expect(page.getByRole('link', { name: /register/ })).toBeVisible()],
  [null, (page) => expect(page.getByRole('checkbox').first()).toBeVisible()],
  [null, (page, say) => openDialog(page, say('Reject...'))],
  [null, (page, say) => openDialog(page, say('Edit...'))],
];

test('a colleague proposes from Excel and an agent by MCP; a person applies a part, takes it back, and rejects', async ({
  page,
  browser,
  baseURL,
  api,
  panel,
  smtp,
}) => {
  test.setTimeout(400_000);
  for (const [name, units] of Object.entries({ Birkenhof: 4, Eschenhof: 5 })) {
    await api.createCondo({ name, number_of_units: units, address: `${name} 1` });
  }
  const lindenhof = await api.createCondo({ name: 'Lindenhof' });
  const addresses = async () => (await api.condos()).map(({ address }) => address);
  const unitsOf = async () => (await api.condos()).map((condo) => condo.number_of_units);

  await test.step('an administrator who may look and propose is invited', async () => {
    await page.goto('/administrators');
    await page.getByLabel('Email').fill(COLLEAGUE.email);
    await page.getByLabel('Rights').selectOption('Look and propose');
    await page.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(toast(page, 'Invitation sent')).toBeVisible();
  });
  const { href: link } = await linkMailedTo(smtp, COLLEAGUE.email);
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' });
  const colleague = await theirs.newPage();
  await colleague.goto(link);
  await colleague.getByLabel('First Name').fill('Nora');
  await colleague.getByLabel('Last Name').fill('Keller');
  await colleague.getByLabel('Password').fill(COLLEAGUE.password);
  await colleague.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(colleague.getByText('Invitation accepted.')).toBeVisible();

  await test.step('somebody edits an export and proposes the changes', async () => {
    await colleague.goto('/login');
    await signIn(colleague, COLLEAGUE.email, COLLEAGUE.password);
    await expect(colleague.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await colleague.goto('/condos');
    await expect(rowOf(colleague, 'Birkenhof')).toBeVisible();
    await expect(colleague.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await expect(colleague.getByRole('link', { name: 'Create' })).toHaveCount(0);
    const { text } = await exportCsv(colleague);
    const edited = text.replace('"Birkenhof 1"', '"Birkenhof 2"');
    const content = edited.replace('"Eschenhof 1"', '"Eschenhof 3"');
    await colleague.goto('/bulk-operations');
    await colleague.getByLabel('File').setInputFiles({
      name: 'buildings.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    });
    await colleague.getByRole('button', { name: 'Validate File' }).click();
    await expect(colleague.getByText('2 changed, 0 new')).toBeVisible();
    await expect(colleague.getByRole('button', { name: 'Apply Changes' })).toHaveCount(0);
    await colleague.getByRole('button', { name: 'Propose...' }).click();
    await colleague.getByLabel('Reason').fill('New house numbers of the city');
    await colleague.getByRole('button', { name: 'Propose', exact: true }).click();
    await expect(toast(colleague, 'Proposed')).toBeVisible();
  });
  await theirs.close();

  await test.step('an agent proposes too', async () => {
    // Tokens are made after a recent sign-in.
    const fresh = await AdminApi.signIn(panel.url);
    const body = { name: 'Nightly', scope: 'propose', lifetime_days: 1 };
    const { token } = await fresh.send<{ token: string }>('POST', '/account/api-tokens', body);
    const headers = { authorization: `Bearer ${token}` };
    const client = new Client({ name: 'test', version: '1' });
    const address = new URL(`${panel.url}/api/mcp`);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    const lindenhofNow = await fetch(`${panel.url}/api/admin/condos/${lindenhof}`, { headers });
    const version = lindenhofNow.headers.get('etag');
    await client.callTool({
      name: 'propose_changes',
      arguments: {
        kind: 'condo',
        reason: 'Twelve units, says the register',
        rows: [{ action: 'change', id: lindenhof, version, values: { number_of_units: 12 } }],
      },
    });
    await client.close();
  });
  expect(await unitsOf()).not.toContain(12);

  await test.step('one row of the first proposal is applied and undone', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /2 proposals to review/ }).click();
    await page.getByRole('link', { name: 'New house numbers of the city' }).click();
    await page.getByRole('checkbox', { name: 'Apply Eschenhof' }).click();
    await page.getByRole('button', { name: 'Apply Changes' }).click();
    await expect(toast(page, '1 building changed')).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toContainText('Applied by');
    expect(await addresses()).toEqual(expect.arrayContaining(['Birkenhof 2', 'Eschenhof 1']));
    await undoButton(page).click();
    await expect.poll(addresses).toContain('Birkenhof 1');
    await page.goto('/activity');
    await expect(page.getByText(/applied what .*Nora Keller.* proposed/).first()).toBeVisible();
  });

  await page.goto('/proposals');
  await page.getByRole('link', { name: 'Twelve units, says the register' }).click();
  await expect(page).toHaveURL(/\/proposals\/\d+$/);
  const proposal = page.url();
  for (const code of axeLanguages('en')) {
    await test.step(`axe finds nothing in ${code}`, async () => {
      const cookie = { name: 'language', value: code, url: panel.url };
      await page.context().addCookies([cookie]);
      for (const [path, open] of OPENED) {
        await page.setViewportSize(LARGE);
        await page.goto(path ?? proposal);
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        await page.waitForLoadState('networkidle');
        await open(page, sayIn(code));
        await expectNoFindings(page);
      }
    });
  }

  await test.step('the second is rejected with a word', async () => {
    await page.goto('/proposals');
    await expect(page.getByRole('row', { name: /register/ })).toContainText('by token Nightly');
    await page.getByRole('link', { name: 'Twelve units, says the register' }).click();
    await page.getByRole('button', { name: 'Reject...' }).click();
    await page.getByLabel('Reason').fill('It counts the cellars');
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(page.getByText(/: It counts the cellars$/)).toBeVisible();
    expect(await unitsOf()).not.toContain(12);
  });
});
