import { isFocusLost } from './last-focused';
import { focusPlace, placeOf, ROW, type RowPlace } from './list-rows';

/** The element that had the focus before the first of several successive dialogs. */
let lastOpener: HTMLElement | null = null;
/** The place of the row that the opener, or the first ticked box, is in. */
let lastPlace: RowPlace | null = null;

/** The element a modal window was opened from. A dialog that follows another one inherits its opener. */
export function openerOf(focused: Element | null): HTMLElement | null {
  const outside =
    focused instanceof HTMLElement &&
    focused !== document.body &&
    focused.closest('[data-modal-layer]') === null;
  if (outside) {
    lastOpener = focused;
    lastPlace = placeOf(focused) ?? placeOf(document.querySelector(`${ROW} [aria-checked=true]`));
  }
  return lastOpener;
}

/** Restores the focus. If the opener was removed, its row's successor gets it, otherwise the heading. */
export function returnFocus(opener: HTMLElement | null): void {
  // The next dialog is already open and has the focus.
  if (document.querySelector('[data-modal-layer]')) return;
  lastOpener = null;
  opener?.focus();
  // The screen that a dialog led to may have placed the focus itself.
  if (isFocusLost()) focusPlace(lastPlace);
}
