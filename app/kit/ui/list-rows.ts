/** Rows of tables and cards of lists; not those of a table inside of a row. */
export const ROW = 'main :is(tbody > tr[aria-rowindex], [role=listitem][aria-posinset])';
/** The page's header and the table's, in CSS pixels: rows behind them are not in sight. */
export const HEADERS_PX = 108;

/** The position of a row, which the next row takes when the row is deleted. */
export interface RowPlace {
  list: Element;
  index: number;
}

/** Position of the row that contains a control; null outside of rows. */
export function placeOf(control: Element | null | undefined): RowPlace | null {
  const row = control?.closest<HTMLElement>(ROW);
  const list = row?.closest('table, [role=list]');
  return row && list ? { list, index: indexOf(row) } : null;
}

/** Focuses the row at a position, otherwise the last one before it, the heading, or the main area. */
export function focusPlace(place: RowPlace | null): void {
  const rows = place ? [...place.list.querySelectorAll<HTMLElement>(ROW)] : [];
  const row = rows.findLast((candidate) => indexOf(candidate) <= (place?.index ?? 0)) ?? rows[0];
  if (row) focusRow(row);
  else heading()?.focus({ preventScroll: true });
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('h1') ?? document.getElementById('main');
}

function indexOf(row: HTMLElement): number {
  return Number(row.getAttribute('aria-rowindex') ?? row.getAttribute('aria-posinset'));
}

/** The focus goes to the row's link, which Enter opens; to the row itself where it has none. */
export function focusRow(row: HTMLElement): void {
  const link = linkOf(row);
  if (!link) row.tabIndex = -1;
  (link ?? row).focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  const hidden = HEADERS_PX - row.getBoundingClientRect().top;
  if (hidden > 0) window.scrollBy(0, -hidden);
}

export function linkOf(row: HTMLElement): HTMLAnchorElement | null {
  return row.querySelector<HTMLAnchorElement>('a[href]');
}
