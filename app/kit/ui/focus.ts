import { useEffect, useRef, type RefObject } from 'react';

/**
 * Tracks the focused control below `root`. When it is removed, the browser moves the focus to the top of
 * the page.
 */
export function trackFocus(root: HTMLElement) {
  let last: HTMLElement | null = null;
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement ? target : null;
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) {
      last = null;
      return;
    }
    // Without a target the control is about to be removed (browsers fire this before the removal), was
    // disabled, or just lost the focus.
    queueMicrotask(() => {
      if (last?.isConnected && !last.matches(':disabled') && last !== document.activeElement) {
        last = null;
      }
    });
  };
  // In the capture phase, so that a field which changes the page on blur still counts as focused.
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  root.addEventListener('focusin', remember, options);
  root.addEventListener('focusout', leave, options);
  return {
    /** The last focused control that the user did not leave. It may have been removed or disabled since. */
    control: () => last,
    forget: () => (last = null),
    stop: () => stopped.abort(),
  };
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Rows of tables and cards of lists, without rows of a table inside of a row. */
export const ROW = 'main :is(tbody > tr[aria-rowindex], [role=listitem][aria-posinset])';
/** Height of the page's and the table's header in CSS pixels. Rows behind them are not visible. */
export const HEADERS_PX = 108;

/** Attribute that shows the focus ring (styles.css) where the browser would not. */
const RING = 'data-focus-ring';

/** The position of a row. After a deletion the next row has that position. */
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

/** Focuses the row at a position, otherwise the last row before it, the heading, or the main area. */
export function focusPlace(place: RowPlace | null): void {
  const rows = place ? [...place.list.querySelectorAll<HTMLElement>(ROW)] : [];
  const row = rows.findLast((candidate) => indexOf(candidate) <= (place?.index ?? 0)) ?? rows[0];
  if (row) focusRow(row);
  else focusVisibly(document.querySelector('h1') ?? document.getElementById('main'));
}

function indexOf(row: HTMLElement): number {
  return Number(row.getAttribute('aria-rowindex') ?? row.getAttribute('aria-posinset'));
}

/**
 * Focuses an element and shows the ring even after a click. Browsers leave it out, and nothing else would
 * show where the focus is.
 */
function focusVisibly(target: HTMLElement | null): void {
  target?.focus({ preventScroll: true });
  target?.toggleAttribute(RING, true);
  target?.addEventListener('blur', () => target.removeAttribute(RING), { once: true });
}

/** Focuses the row's link, which Enter opens. A row without a link gets the focus itself. */
export function focusRow(row: HTMLElement): void {
  const target = linkOf(row) ?? row;
  if (target === row) row.tabIndex = -1;
  focusVisibly(target);
  row.scrollIntoView({ block: 'nearest' });
  const hidden = HEADERS_PX - row.getBoundingClientRect().top;
  if (hidden > 0) window.scrollBy(0, -hidden);
}

export function linkOf(row: HTMLElement): HTMLAnchorElement | null {
  return row.querySelector<HTMLAnchorElement>('a[href]');
}

/** The element that had the focus before the first of several successive dialogs. */
let lastOpener: HTMLElement | null = null;
/** The place of the row that contains the opener, or of the row with the first ticked box. */
let lastPlace: RowPlace | null = null;

/**
 * The element from which a modal window was opened. A dialog that follows another one inherits its opener.
 */
export function openerOf(focused: Element | null): HTMLElement | null {
  const outside =
    focused instanceof HTMLElement &&
    focused !== document.body &&
    focused.closest('[data-modal-layer]') === null;
  if (outside) {
    lastOpener = focused;
    lastPlace = placeOf(focused) ?? placeOf(document.querySelector(`${ROW} input:checked`));
  }
  return lastOpener;
}

/** Restores the focus. If the opener was removed, the next row gets it, otherwise the heading. */
export function returnFocus(opener: HTMLElement | null): void {
  // The next dialog is already open and has the focus.
  if (document.querySelector('[data-modal-layer]')) return;
  lastOpener = null;
  opener?.focus();
  // The screen that the dialog has opened may have placed the focus itself.
  if (isFocusLost()) focusPlace(lastPlace);
}

/**
 * If new rows remove the focused control, focuses the row that took its row's place, otherwise the heading.
 */
export function useFocusKeeper(container: RefObject<HTMLElement | null>): void {
  const focused = useRef<ReturnType<typeof trackFocus> | null>(null);
  const place = useRef<RowPlace | null>(null);

  useEffect(() => {
    const root = container.current;
    if (!root) return undefined;
    const tracked = trackFocus(root);
    focused.current = tracked;
    const remember = ({ target }: FocusEvent) => {
      place.current = target instanceof Element ? placeOf(target) : null;
    };
    root.addEventListener('focusin', remember);
    return () => {
      tracked.stop();
      root.removeEventListener('focusin', remember);
    };
  }, [container]);

  // Runs after every render, since any of them can remove rows.
  useEffect(() => {
    const control = focused.current?.control();
    if (!control) return;
    if (control.isConnected) {
      place.current = placeOf(control);
      return;
    }
    focused.current?.forget();
    if (isFocusLost()) focusPlace(place.current);
  });
}

/**
 * Focuses an element without scrolling to it. Also used as the ref of a control that appears in order to be
 * used.
 */
export function focusNow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
