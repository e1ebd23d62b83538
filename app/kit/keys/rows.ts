import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { ControlKey } from './shortcut-of';
import { findWords } from '~/fields/search-text';
import { indexTexts, searchIndex } from '~/fields/text-index';
import { BAR_ID } from '~/kit/selection/selection';
import { focusRow, HEADERS_PX, linkOf, ROW } from '~/kit/ui/focus';
import { nextFrame } from '~/kit/ui/page-moments';

/** Frames to wait for rows, since a long list renders them after scrolling. */
const RENDER_FRAMES = 20;

/** Moves the focus to the next or previous row, or to the first visible row. */
export async function walk(step: 1 | -1): Promise<void> {
  const current = document.activeElement?.closest<HTMLElement>(ROW) ?? null;
  if (!current) {
    const first = firstInSight();
    if (first) focusRow(first);
    return;
  }
  const next = neighbour(current, step);
  if (next) return focusRow(next);
  if (isAtEnd(current, step)) return;
  window.scrollBy(0, step * current.offsetHeight);
  for (let frame = 0; frame < RENDER_FRAMES && current.isConnected; frame += 1) {
    await nextFrame();
    const rendered = neighbour(current, step);
    if (rendered) return focusRow(rendered);
  }
}

/**
 * Clicks the control of a key. `x` applies to the focused row. `e` applies to it as well, otherwise to the
 * chosen rows, otherwise to the page.
 */
export function pressControl(key: ControlKey, router: AnyRouter): void {
  const row = document.activeElement?.closest<HTMLElement>(ROW);
  if (key === 'x') return row?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
  const control = `[data-key="${key}"]`;
  if (key !== 'e' || !row) {
    const all = [...document.querySelectorAll<HTMLElement>(`main ${control}`)];
    const ofPage = all.filter((one) => !one.closest(ROW));
    return (ofPage.find((one) => one.closest(`#${BAR_ID}`)) ?? ofPage[0])?.click();
  }
  // A row without an Edit button may have a link to a page that opens the form by the URL's fragment.
  const link = row.querySelector<HTMLAnchorElement>('a[data-edit]');
  if (link) void router.navigate({ href: `${link.getAttribute('href')}${link.dataset.edit}` });
  else row.querySelector<HTMLElement>(control)?.click();
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROW)].filter(
    (row) => !row.parentElement?.closest('td'),
  );
}

function firstInSight(): HTMLElement | undefined {
  const all = rows();
  return all.find((row) => row.getBoundingClientRect().top >= HEADERS_PX) ?? all[0];
}

function neighbour(row: HTMLElement, step: number): HTMLElement | undefined {
  const all = rows();
  return all[all.indexOf(row) + step];
}

/** True at the last (or first) row of the list, even if not all rows are rendered. */
function isAtEnd(row: HTMLElement, step: number): boolean {
  const table = row.closest('[aria-rowcount]');
  const position = Number(row.getAttribute(table ? 'aria-rowindex' : 'aria-posinset'));
  const last = table ? table.getAttribute('aria-rowcount') : row.getAttribute('aria-setsize');
  return step > 0 ? position >= Number(last) : position <= (table ? 2 : 1);
}

/**
 * Opens the best row once the list shows the answer for the search field, unless aborted before: an exact
 * match, otherwise a row that begins with the search, otherwise the first.
 */
export async function openFirstHit(
  { target }: Event,
  stop: AbortController,
  router: AnyRouter,
  client: QueryClient,
): Promise<void> {
  if (!(target instanceof HTMLInputElement) || target.value === '') return;
  const { value } = target;
  const { pathname } = router.state.location;
  // This runs before Enter itself applies the search.
  do await nextFrame();
  while (!stop.signal.aborted && !isSettled(router, client, value));
  if (stop.signal.aborted || router.state.location.pathname !== pathname) return;
  stop.abort();
  const all = rows();
  const [best = all[0]] = searchIndex(indexTexts(all, textsOf), findWords(value), 1);
  const link = best && linkOf(best);
  if (link) link.click();
  else if (best) focusRow(best);
}

/** The text of a row's link, followed by the texts of its cells. */
function textsOf(row: HTMLElement): [string, ...string[]] {
  const cells = [...row.querySelectorAll('td, td > *')].map(({ textContent }) => textContent);
  return [linkOf(row)?.textContent ?? '', ...cells];
}

function isSettled({ state }: AnyRouter, client: QueryClient, value: string): boolean {
  const search = new URLSearchParams(state.location.searchStr).get('search');
  return (
    search === value &&
    state.status === 'idle' &&
    client.isFetching({ type: 'active' }) === 0 &&
    document.querySelector('main [aria-busy=true]') === null
  );
}
