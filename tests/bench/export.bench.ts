import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportFormat } from '~/contract/export';
import { decodeFrames, type Frame } from '~/data/frames';
import { seedBulk } from '../../tools/seed/bulk';
import { must } from '../support/must';
import { storeSession } from './bundle-size';
import { startFilledPanel, timed, type FilledPanel } from './filled-panel';
import { keepBrowser } from './page-pair';
import { peakMemoryOf, resetPeakMemory } from './process-memory';
import { createReport } from './report';
import { alternate } from './statistics';
import { tabMemory } from './tab-memory';

/** People in the list; memory must not grow from the first size to the second. */
const SMALL = Number(process.env.BENCH_ROWS ?? 200_000) / 10;
const LARGE = SMALL * 10;
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const FETCHED_ROWS = 1_000;
const FORMATS = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel (XLSX)'],
] as const;
const report = createReport();
const browser = keepBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'condo-bench-export-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A call of the panel as its browser makes it. */
interface RecordedCall {
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function openUsers(panel: FilledPanel): Promise<Page> {
  const context = await browser().newContext();
  await context.addInitScript(storeSession, panel.session);
  const page = await context.newPage();
  await page.goto(`${panel.url}/users`);
  await page.getByRole('heading', { name: 'Users Management' }).waitFor();
  return page;
}

/** Exports by the dialog; the whole file is there afterwards. */
async function exportOnScreen(
  page: Page,
  label: string,
): Promise<{ call: RecordedCall; bytes: number }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: label }).click();
  const called = page.waitForRequest((request) => request.method() === 'POST');
  const downloaded = page.waitForEvent('download', { timeout: 0 });
  await dialog.getByRole('button', { name: 'Export' }).click();
  const request = await called;
  const path = await (await downloaded).path();
  await dialog.waitFor({ state: 'hidden' });
  const call = {
    url: request.url(),
    headers: await request.allHeaders(),
    body: must(request.postData(), 'body of the call'),
  };
  return { call, bytes: (await stat(path)).size };
}

/** The same call without a browser, its file on the disk; resolves to the rows. */
async function exportToFile({ url, headers, body }: RecordedCall): Promise<unknown> {
  const own = Object.entries(headers).filter(([name]) => !/^(:|content-length|host)/.test(name));
  const response = await fetch(url, { method: 'POST', headers: Object.fromEntries(own), body });
  const stream = must(response.body, 'response');
  let end: Frame | undefined;
  async function* bytes() {
    for await (const frame of decodeFrames(stream)) {
      if (frame.kind === 'bytes') yield frame.bytes;
      else end = frame;
    }
  }
  await pipeline(Readable.from(bytes()), createWriteStream(join(folder, 'ours')));
  expect(end?.kind).toBe('end');
  return end?.kind === 'end' ? end.value : null;
}

/** The same people and columns by a cursor, written as lines. */
async function selectToFile({ database }: FilledPanel): Promise<void> {
  const client = await database.pool.connect();
  async function* lines() {
    await client.query('begin');
    await client.query(`declare people no scroll cursor for
      select u.id, u.email, u.first_name, u.last_name, u.is_superuser, u.is_active, u.email_verified,
             u.created_at::text, u.last_login::text,
             (select string_agg(c.name || ', ' || coalesce(a.apartment_number, '') || ' (' || r.role || ')', '; ')
                from user_condo_associations r join condos c on c.id = r.condo_id
                left join apartments a on a.id = r.apartment_id where r.user_id = u.id)
        from users u order by u.created_at desc, u.id desc`);
    for (;;) {
      const { rows } = await client.query<unknown[]>({
        text: `fetch ${FETCHED_ROWS} from people`,
        rowMode: 'array',
      });
      if (rows.length === 0) break;
      yield `${rows.map((row) => row.join(';')).join('\r\n')}\r\n`;
    }
    await client.query('commit');
  }
  try {
    await pipeline(Readable.from(lines()), createWriteStream(join(folder, 'bare')));
  } finally {
    client.release();
  }
}

/** MiB that the server takes at most while it exports. */
async function peakOf(panel: FilledPanel, call: RecordedCall): Promise<number> {
  await resetPeakMemory(panel.pid);
  await exportToFile(call);
  return peakMemoryOf(panel.pid);
}

test('exports of people against a bare streamed select; the memory of the server and of the tab', async () => {
  const panel = await startFilledPanel({ condos: 1_000, apartments: LARGE / 10, users: SMALL });
  const page = await openUsers(panel);
  const calls = new Map<ExportFormat, RecordedCall>();
  const peaks = new Map<ExportFormat, number>();
  for (const [format, label] of FORMATS) {
    const { call } = await exportOnScreen(page, label);
    calls.set(format, call);
    // Twice: the first ones compile and grow the heap to its usual size.
    await peakOf(panel, call);
    await peakOf(panel, call);
  }
  for (const [format, call] of calls) peaks.set(format, await peakOf(panel, call));

  await seedBulk(panel.database.db, { condos: 0, apartments: 0, users: LARGE - SMALL });
  for (const [format, label] of FORMATS) {
    const call = must(calls.get(format), format);
    report({
      name: `server's memory, ${label}: ${LARGE} people to ${SMALL}`,
      unit: 'MiB',
      ours: await peakOf(panel, call),
      reference: must(peaks.get(format), format),
      aim: 'about 1',
    });
    const [ours, reference] = await alternate(
      RUNS,
      () => timed(async () => expect(await exportToFile(call)).toEqual({ rows: LARGE + 1 })),
      () => timed(() => selectToFile(panel)),
    );
    report({ name: `export ${LARGE} people, ${label}`, unit: 'ms', ours, reference, aim: '' });
    let bytes = 0;
    const { before, most, after } = await tabMemory(page, async () => {
      ({ bytes } = await exportOnScreen(page, label));
    });
    const shared = { unit: 'MiB', aim: '' } as const;
    const file = bytes / 2 ** 20;
    report(
      {
        ...shared,
        name: `  tab's heap at most, to the file, ${label}`,
        ours: most,
        reference: file,
      },
      {
        ...shared,
        name: `  tab's heap afterwards, to before, ${label}`,
        ours: after,
        reference: before,
      },
    );
  }
  await page.context().close();
  await panel.stop();
});
