import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { keepBrowser } from './page-pair';
import { createReport } from './report';
import { median } from './statistics';

const OPTIONS = 10_000;
const RUNS = 5;
const ORIGIN = 'http://combobox.test';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const report = createReport();
const browser = keepBrowser();

/** Built beside the bench: within Vitest, Vite takes React's development code. */
const FOLDER = join(import.meta.dirname, 'combobox', '.output');

test('opening, a letter and an arrow, against a plain list and downshift', async () => {
  const ours = await measure('ours');
  for (const kind of ['plain', 'downshift'] as const) {
    const reference = await measure(kind);
    for (const step of ['open', 'letter', 'arrow'] as const) {
      // A plain list has no keys.
      if (kind === 'plain' && step === 'arrow') continue;
      report({
        name: `combobox, ${OPTIONS} options: ${step}, against ${kind}`,
        unit: 'ms',
        ours: ours[step],
        reference: reference[step],
        aim: 'at most 1',
      });
    }
  }
  expect(median(ours.letter)).toBeGreaterThan(0);
});

async function measure(kind: 'ours' | 'downshift' | 'plain') {
  const times: Record<'open' | 'letter' | 'arrow', number[]> = { open: [], letter: [], arrow: [] };
  for (let run = 0; run < RUNS; run += 1) {
    const page = await openPage(kind);
    const input = page.getByRole('combobox');
    times.open.push(await painted(page, () => input.click()));
    times.letter.push(await painted(page, () => page.keyboard.press('7')));
    if (kind !== 'plain') {
      times.arrow.push(await painted(page, () => page.keyboard.press('ArrowDown')));
    }
    await page.close();
  }
  return times;
}

async function openPage(kind: string): Promise<Page> {
  const page = await browser().newPage();
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname === '/' ? '/index.html' : pathname;
    await route.fulfill({
      body: await readFile(join(FOLDER, file)),
      contentType: TYPES[extname(file)] ?? 'application/octet-stream',
    });
  });
  await page.goto(`${ORIGIN}/?kind=${kind}&options=${OPTIONS}`);
  await page.getByRole('combobox').waitFor();
  return page;
}

/** From the key or click to the frame after the one that shows its effect, in milliseconds. */
async function painted(page: Page, act: () => Promise<unknown>): Promise<number> {
  // Awaited, since a busy page takes input before it takes a script: the event would be missed.
  const watch = await page.evaluateHandle(() => ({
    time: new Promise<number>((resolve) => {
      const stop = (event: Event) => {
        for (const type of ['keydown', 'click']) removeEventListener(type, stop, { capture: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(performance.now() - event.timeStamp)),
        );
      };
      for (const type of ['keydown', 'click']) addEventListener(type, stop, { capture: true });
    }),
  }));
  await act();
  return watch.evaluate(({ time }) => time);
}
