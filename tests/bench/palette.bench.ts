import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { userListSchema } from '~/contract/user';
import { TYPING_PAUSE_MS } from '~/lib/use-filter-draft';
import { storeSession } from './bundle-size';
import { must } from '../support/must';
import { startFilledPanel, type FilledPanel } from './filled-panel';
import { keepBrowser } from './page-pair';
import { createReport } from './report';
import { alternate, median } from './statistics';

/** The aims are for 100,000 people and 10,000 buildings. */
const USERS = Number(process.env.BENCH_ROWS ?? 100_000);
const CONDOS = USERS / 10;
const RUNS = Number(process.env.BENCH_RUNS ?? 9);
/** A frame of a screen with 60 Hz, in milliseconds. */
const FRAME_MS = 1_000 / 60;
const report = createReport();
const browser = keepBrowser();

test('the palette: local hits, and people against the bare calls', async () => {
  const panel = await startFilledPanel({ condos: CONDOS, apartments: 1_000, users: USERS });
  const page = await browser().newPage();
  await page.addInitScript(storeSession, panel.session);
  await page.goto(`${panel.url}/condos`);
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();

  // The lists are loaded and indexed.
  await type(page, 'b', 'condo');
  const local: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await type(page, '', 'action');
    local.push(await type(page, 'abcdefgh'.charAt(run % 8), 'condo'));
  }
  report({
    name: `palette: a letter to its hits among ${CONDOS} buildings`,
    unit: 'ms',
    ours: median(local),
    reference: FRAME_MS,
    aim: 'in the next frame',
  });

  const emails = await emailsOf(panel);
  const next = () => must(emails.pop(), 'an e-mail address that was not searched yet');
  const people = async () => {
    // Each search is a new one: an answer in the cache is no measurement.
    await type(page, '', 'action');
    return (await type(page, next(), 'user')) - TYPING_PAUSE_MS;
  };
  for (const alone of [false, true]) {
    const [ours, reference] = await alternate(RUNS, people, () =>
      bareSearch(page, panel.session.token, next(), alone),
    );
    report({
      name: `palette: people among ${USERS}, ${alone ? 'their call alone' : 'both calls'}`,
      unit: 'ms',
      ours,
      reference,
      aim: 'at most 1.3 of the bare call',
    });
    expect(ours).toBeGreaterThan(0);
  }
  await page.close();
  await panel.stop();
});

/** Of a page of people. */
async function emailsOf(panel: FilledPanel): Promise<string[]> {
  const text = await panel.get('/admin/users?page=2&page_size=50');
  return userListSchema.parse(JSON.parse(text)).data.map(({ email }) => email);
}

const TITLES = { condo: 'Buildings', user: 'People', action: 'Actions' };

/** Replaces the query; milliseconds until the group has other hits and they are painted. */
async function type(page: Page, query: string, group: keyof typeof TITLES): Promise<number> {
  await page.bringToFront();
  return page.evaluate(
    async ([text, title]) => {
      const input = document.querySelector('[role=dialog] [role=combobox]');
      if (!(input instanceof HTMLInputElement)) throw new Error('no palette');
      const shown = () =>
        [...document.querySelectorAll('[role=listbox] [role=group]')].find(
          (candidate) => candidate.firstElementChild?.textContent === title,
        )?.textContent ?? '';
      const before = shown();
      const list = document.querySelector('[role=listbox]');
      // Begins with a frame, so that the next one is a whole frame later.
      await new Promise(requestAnimationFrame);
      const started = performance.now();
      // Looked at after changes alone: frames that only look would take time from the server.
      await new Promise((painted) => {
        const observer = new MutationObserver(() => {
          if (shown() === '' || shown() === before) return;
          observer.disconnect();
          requestAnimationFrame(painted);
        });
        if (list) observer.observe(list, { subtree: true, childList: true, characterData: true });
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
          input,
          text,
        );
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
      return performance.now() - started;
    },
    [query, TITLES[group]] as const,
  );
}

/**
 * The palette's searches as plain calls of the API in the same page: milliseconds until the people are painted as plain text;
 * `alone` without the apartments' call.
 */
function bareSearch(page: Page, token: string, search: string, alone: boolean): Promise<number> {
  return page.evaluate(
    async ([authorization, query, isAlone]) => {
      const call = (path: string) => fetch(`/api/admin/${path}`, { headers: { authorization } });
      const started = performance.now();
      const people = call(`users?${query}&page=1&page_size=10`);
      const apartments = isAlone ? null : call(`apartments?${query}`);
      const found: unknown = await (await people).json();
      const list = document.createElement('p');
      list.textContent = JSON.stringify(found);
      document.body.append(list);
      await new Promise(requestAnimationFrame);
      const time = performance.now() - started;
      await (await apartments)?.json();
      list.remove();
      return time;
    },
    [`Bearer ${token}`, new URLSearchParams({ search }).toString(), alone] as const,
  );
}
