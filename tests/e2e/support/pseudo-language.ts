import { expect, type BrowserContext, type Page } from '@playwright/test';
import { textId } from '../../../app/language/texts';
import { extractTexts } from '../../../scripts/lib/texts';
import { menuPaths } from '../../support/menu-paths';

/** The screens of the panel, with and without records. */
export const PANEL_SCREENS = [
  ...menuPaths(),
  '/condos?search=Ουδέν',
  '/condos/create',
  '/apartments',
  '/apartments?view=table',
  '/apartments/create',
  '/users?search=Ουδέν',
  '/users/1',
  '/users/1/edit',
  '/users/invite',
];

/**
 * Language whose catalogue the pseudo-language replaces, because the server offers no language for
 * tests.
 */
const CODE = 'de-CH';
const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ODD = 'ÅßÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž';
const BETWEEN_VALUES = /[^{}#]+(?![^{]*\})/g;
/** "[" and "]" and what makes it a third longer. */
const LONGER = 1 / 3;

/** "[Ådd Ñéŵ Bûîļðîñĝ~~~~]": no letter of it is one of English. */
export function pseudo(english: string): string {
  const odd = english.replace(BETWEEN_VALUES, (part) =>
    part.replace(/[A-Za-z]/g, (letter) => ODD[PLAIN.indexOf(letter)] ?? letter),
  );
  // In words, since a line has to break.
  const more = '~'.repeat(Math.ceil(english.length * LONGER)).replaceAll('~~~~~~', '~~~~~ ');
  return `[${odd}${more.trimEnd()}]`;
}

/** Shows every text that has passed through a catalogue in the pseudo-language. */
export async function usePseudoLanguage(context: BrowserContext, url: string): Promise<void> {
  const texts: Record<string, string | Record<string, string>> = {};
  for (const [english, singular] of extractTexts()) {
    const other = pseudo(english);
    texts[textId(english)] = singular === null ? other : { one: pseudo(singular), other };
  }
  await context.addCookies([{ name: 'language', value: CODE, url }]);
  await context.route(`**/assets/${CODE}-*.json`, (route) => route.fulfill({ json: texts }));
}

/**
 * Expects no plain English in anything that is read or heard: texts, names, titles, placeholders and
 * texts of images. The test's data is Greek.
 */
export async function expectPseudo(page: Page, where: string): Promise<void> {
  const plain = await page.evaluate(readPlainTexts);
  expect.soft(plain, `texts of ${where} that did not pass through a catalogue`).toEqual([]);
  await expectRoom(page, where);
}

/**
 * Expects nothing wider than the screen, and no button or heading wider than its place, once the page
 * has its final size.
 */
export async function expectRoom(page: Page, where: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(readOverflows), `what is too wide on ${where}`)
    .toEqual([]);
}

/** Runs in the browser. */
function readPlainTexts(): string[] {
  /**
   * Texts that every language shares: e-mail addresses, files, formats, keys, places, names of
   * programs, months of the language.
   */
  const same =
    /[\w.+-]+@[\w.-]+|[\w-]+\.(?:csv|xlsx|json|png)|Condo Admin|\b(?:CSV|XLSX|XLS|KB|API|ZH|Switzerland|Zürich|Dez|Ctrl|Alt|Esc|Tab|Enter|Home|End|Chrome|Linux|node|Windows|English|Deutsch|Italiano|https?)\b|Français|(?:Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept?|Okt|Nov|Dez)[a-z]*\.? \d{4}/g;
  const untranslated = new Set<string>();
  const read = (text: string | null, of: string) => {
    const rest = (text ?? '').replaceAll(same, '');
    if (/[A-Za-z]{2}/.test(rest)) untranslated.add(`${of}: ${text}`);
  };
  read(document.title, 'title');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const isRead = parent && !parent.closest('script, style, noscript, [hidden], svg title');
    // An e-mail address is in parts, so that it may break.
    const node = parent?.querySelector(':scope > wbr') ? parent : walker.currentNode;
    if (isRead) read(node.textContent, parent.tagName);
  }
  for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      read(element.getAttribute(name), `${element.tagName} ${name}`);
    }
  }
  return [...untranslated];
}

/** Runs in the browser. */
function readOverflows(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const page = scrollWidth > clientWidth ? [`the page: ${scrollWidth - clientWidth} px`] : [];
  const cut = [...document.querySelectorAll('button, a, h1, h2, [role=tab]')].filter(
    (element) =>
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      !element.closest('.truncate, .sr-only') &&
      !element.querySelector('.truncate'),
  );
  return [...page, ...cut.map((element) => `${element.tagName} ${element.textContent}`)];
}
