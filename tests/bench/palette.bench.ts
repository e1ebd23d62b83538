import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { userListSchema } from '~/contract/user';
import { TYPING_PAUSE_MS } from '~/lib/use-filter-draft';
import { storeSession } from './bundle-size';
import { must } from '../support/must';
import { startFilledPanel, type FilledPanel } from './filled-panel';
import { keepBrowser } from './page-pair';
import { createReport } from './report';
import { alternate } from './statistics';

/** The aims are for 100,000 people and 10,000 buildings. */
const USERS = Number(process.env.BENCH_ROWS ?? 100_000);
const CONDOS = USERS / 10;
const RUNS = Number(process.env.BENCH_RUNS ?? 9);
/** Within which what follows from a key is on the screen. */
const SETTLE_MS = 200;
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
  let letters = 0;
  const letter = () => 'bdhlmnrs'.charAt((letters += 1) % 8);
  const [local, bare] = await alternate(
    RUNS,
    async () => {
      await type(page, '', 'action');
      const shown = await pressKey(page, '[role=dialog] [role=combobox]', letter());
      expect(await page.getByRole('group', { name: 'Buildings' }).count()).toBe(1);
      return shown;
    },
    () => bareKey(page, letter()),
  );
  report({
    name: `palette: a letter to its painted hits among ${CONDOS} buildings`,
    unit: 'ms',
    ours: local,
    reference: bare,
    aim: 'in the next frame: as a letter of plain text',
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
 * Presses a key in an input; milliseconds until the screen shows what follows from it, as the browser's Event Timing has it: in
 * steps of 8, and 16 where it was quicker.
 */
async function pressKey(page: Page, input: string, key: string): Promise<number> {
  await page.bringToFront();
  await page.locator(input).focus();
  const shown = page.evaluate(
    ([settle]) =>
      new Promise<number>((resolve) => {
        let longest = 16;
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        });
        const shortToo = { type: 'event', durationThreshold: 16 };
        observer.observe(shortToo);
        addEventListener(
          'keydown',
          () =>
            setTimeout(() => {
              observer.disconnect();
              resolve(longest);
            }, settle),
          { once: true },
        );
      }),
    [SETTLE_MS] as const,
  );
  // The page listens.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.keyboard.press(key);
  return shown;
}

/** The least that a key takes: the letter as plain text, in the same page. */
async function bareKey(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.id = 'bare';
    const text = document.createElement('p');
    input.addEventListener('input', () => (text.textContent = input.value));
    document.querySelector('[role=dialog]')?.append(input, text);
  });
  const shown = await pressKey(page, '#bare', key);
  await page.evaluate(() => {
    const input = document.querySelector('#bare');
    input?.nextElementSibling?.remove();
    input?.remove();
  });
  return shown;
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
