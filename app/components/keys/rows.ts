import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';

/** Rows of tables and cards of lists; not those of a table inside of a row. */
const ROW = 'main :is(tbody > tr[aria-rowindex], [role=listitem][aria-posinset])';
/** The page's header and the table's, in CSS pixels: what is behind them is not in sight. */
const HEADERS_PX = 108;
/** A long list renders its next rows soon after it was scrolled; at most so many frames are waited for them. */
const RENDER_FRAMES = 20;

/** Moves the focus to the next or the previous row; from elsewhere to the first row in sight. */
export async function walk(step: 1 | -1): Promise<void> {
  const current = document.activeElement?.closest<HTMLElement>(ROW) ?? null;
  if (!current) return focusRow(firstInSight());
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

/** Whether there is no row beyond, rendered or not. */
function isAtEnd(row: HTMLElement, step: number): boolean {
  const table = row.closest('[aria-rowcount]');
  const position = Number(row.getAttribute(table ? 'aria-rowindex' : 'aria-posinset'));
  const last = table ? table.getAttribute('aria-rowcount') : row.getAttribute('aria-setsize');
  return step > 0 ? position >= Number(last) : position <= (table ? 2 : 1);
}

/** The focus goes to the row's link, which Enter opens; to the row itself where it has none. */
function focusRow(row: HTMLElement | undefined): void {
  if (!row) return;
  const link = linkOf(row);
  if (!link) row.tabIndex = -1;
  (link ?? row).focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  const hidden = HEADERS_PX - row.getBoundingClientRect().top;
  if (hidden > 0) window.scrollBy(0, -hidden);
}

function linkOf(row: HTMLElement | undefined): HTMLAnchorElement | null {
  return row?.querySelector<HTMLAnchorElement>('a[href]') ?? null;
}

/** Opens the first row once the list shows the answer to what is in the search field, unless it is stopped before. */
export async function openFirstHit(
  { target }: Event,
  stop: AbortController,
  router: AnyRouter,
  client: QueryClient,
): Promise<void> {
  if (!(target instanceof HTMLInputElement) || target.value === '') return;
  const { value } = target;
  const { pathname } = router.state.location;
  // Enter itself applies the search, right after this.
  do await nextFrame();
  while (!stop.signal.aborted && !isSettled(router, client, value));
  const isHere = router.state.location.pathname === pathname;
  if (stop.signal.aborted || !isHere) return;
  stop.abort();
  const first = rows()[0];
  const link = linkOf(first);
  if (link) link.click();
  else focusRow(first);
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

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}
