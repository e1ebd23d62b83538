import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apartmentFields } from '~/contract/apartment-fields';
import { readApartment, type Apartment } from '~/contract/apartment-reading';
import { writableNames } from '~/contract/fields';
import { readRecord } from '~/contract/reading';
import { runEach } from '~/lib/run-each';
import { createUpstream } from '~/upstream/upstream.server';
import { exported } from '../support/exported';
import { readCsv } from '../support/exported-files';
import { EXTERNAL_ACCOUNTS, type Row } from '../support/external-api/data';
import { ExternalApi } from '../support/external-api/external-api';
import { must } from '../support/must';
import { storeSession } from './bundle-size';
import { edited, parseCsv, toCsv } from './edited-export';
import { timed } from './filled-panel';
import { keepBrowser } from './page-pair';
import { peakMemoryOf, resetPeakMemory } from './process-memory';
import { startProduction, type ProductionServer } from './production-server';
import { createReport } from './report';
import { tabMemory } from './tab-memory';

/* An edited export on an API of the wire contract alone: the strict stand-in, changed row by row by PUT. */

/** The sizes of the aim are 100,000 rows, 5,000 of them changed. */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const CHANGED = ROWS / 20;
const CALLS_AT_ONCE = 4;
const [CHIEF] = EXTERNAL_ACCOUNTS;
const TOKEN = `token-of-${CHIEF.username}`;
const report = createReport();
const browser = keepBrowser();
let external: ExternalApi;
let panel: ProductionServer;
beforeAll(async () => {
  external = await ExternalApi.start();
  external.data.apartments = apartments();
  panel = await startProduction({ API_BASE_URL: external.baseUrl });
});
afterAll(async () => {
  await panel.stop();
  await external.close();
});

function apartments(): Row[] {
  return Array.from({ length: ROWS }, (_, index) => ({
    id: index + 1,
    condo_id: 41,
    apartment_number: String(index + 1),
    floor_number: (index % 12) + 1,
    bedrooms: 3.5,
    bathrooms: 1,
    sqmt: 82.25,
    parking_spot_number: 'None',
    notes: 'Corner flat',
  }));
}

/** The list as a file: the same bytes for the same values. */
async function exportApartments(): Promise<Buffer> {
  const upstream = createUpstream({
    baseUrl: external.baseUrl,
    token: TOKEN,
    transport: (call) => fetch(call.toRequest()),
  });
  const of = { list: 'apartments', query: {} } as const;
  return (await exported(upstream, { of, format: 'csv', separator: ';' })).file;
}

async function openImports(): Promise<Page> {
  const context = await browser().newContext();
  const user = { id: 1, email: CHIEF.username, is_superuser: true, role: 'super_admin' };
  await context.addInitScript(storeSession, { token: TOKEN, user });
  const page = await context.newPage();
  page.setDefaultTimeout(5 * 60_000);
  await page.goto(`${panel.url}/bulk-operations`);
  await page.getByRole('combobox', { name: 'Upload Type' }).selectOption('apartment');
  return page;
}

async function review(page: Page, buffer: Buffer): Promise<void> {
  await page.getByLabel('File').setInputFiles({ name: 'edited.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Validate File' }).click();
  await page
    .getByRole('region', { name: 'Review' })
    .getByText(`${CHANGED.toLocaleString('en')} changed, 0 new, 0 in conflict`)
    .waitFor();
}

const result = (page: Page) => page.getByRole('region', { name: 'Apply Results' });

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply Changes' }).click();
  await page.getByRole('progressbar', { name: 'Rows applied' }).waitFor();
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByText(/(entry|entries) restored\./).waitFor();
}

const SENT = writableNames(apartmentFields);

/** What a PUT sends: this API wants nothing emptied that was empty. */
function valuesOf(apartment: Apartment): object {
  const sent = Object.entries(apartment).filter(
    ([name, value]) => value !== null && SENT.some((one) => one === name),
  );
  return Object.fromEntries(sent);
}

/** The same calls without a panel. */
async function bareCalls(): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const ids = external.data.apartments.flatMap(({ id }) => (id % 20 === 1 ? [id] : []));
  const outcomes = await runEach(
    ids,
    async (id) => {
      const url = `${external.baseUrl}/admin/apartments/${id}`;
      const stored = readApartment(readRecord(await (await fetch(url, { headers })).json()));
      const body = JSON.stringify(valuesOf(stored));
      const response = await fetch(url, { method: 'PUT', headers, body });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${id}: ${response.status}`);
    },
    { atOnce: CALLS_AT_ONCE, signal: new AbortController().signal },
  );
  expect(outcomes.filter(({ kind }) => kind !== 'done')).toEqual([]);
}

test('an edited export by PUT: reviewed, cancelled, applied and undone, it ends where it began', async () => {
  const before = await exportApartments();
  const rows = edited(readCsv(before, ';'));
  const file = toCsv(rows);
  const page = await openImports();
  const total = CHANGED.toLocaleString('en');
  report({
    name: `review ${ROWS} rows, to a bare parse`,
    unit: 'ms',
    ours: await timed(() => review(page, file)),
    reference: await timed(() => parseCsv(file)),
    aim: '',
  });

  // Cancelled on the way: what was begun is finished, named by number, and can be undone.
  await apply(page);
  await page.getByText(/^\d{2,} of /).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const summary = must(await result(page).getByRole('status').textContent(), 'summary');
  const numberIn = (pattern: RegExp) =>
    Number(must(pattern.exec(summary)?.[1], summary).replaceAll(',', ''));
  const changed = numberIn(/^([\d,]+) entr/);
  const left = numberIn(/Cancelled: ([\d,]+) row/);
  expect(changed + left).toBe(CHANGED);
  expect(external.data.apartments.filter(({ sqmt }) => sqmt === 777)).toHaveLength(changed);
  await undo(page);
  expect((await exportApartments()).equals(before)).toBe(true);

  await page.reload();
  await page.getByRole('combobox', { name: 'Upload Type' }).selectOption('apartment');
  await review(page, file);
  await resetPeakMemory(panel.pid);
  const resting = await peakMemoryOf(panel.pid);
  let applied = 0;
  const tab = await tabMemory(page, async () => {
    applied = await timed(async () => {
      await apply(page);
      await result(page).getByText(`${total} entries changed, 0 entries created.`).waitFor();
    });
  });
  const peak = await peakMemoryOf(panel.pid);
  expect(withoutVersions(await exportApartments())).toEqual(withoutVersions(file));
  const undone = await timed(() => undo(page));
  expect((await exportApartments()).equals(before)).toBe(true);
  const reference = await timed(bareCalls);
  report(
    {
      name: `apply ${CHANGED} changes by PUT, to bare calls`,
      unit: 'ms',
      ours: applied,
      reference,
      aim: '',
    },
    {
      name: `undo ${CHANGED} changes by PUT, to bare calls`,
      unit: 'ms',
      ours: undone,
      reference,
      aim: '',
    },
    {
      name: "server's memory at most, to after the review",
      unit: 'MiB',
      ours: peak,
      reference: resting,
      aim: 'about 1',
    },
    {
      name: "tab's heap afterwards, to before",
      unit: 'MiB',
      ours: tab.after,
      reference: tab.before,
      aim: 'about 1',
    },
  );
  expect(external.violations).toEqual([]);
  await page.context().close();
});

/** The rows; a version is another one for other values. */
function withoutVersions(file: Buffer): string[][] {
  const rows = readCsv(file, ';');
  const version = must(rows[0], 'headings').indexOf('row_version');
  return rows.map((cells) => cells.toSpliced(version, 1));
}
