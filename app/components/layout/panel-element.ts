/** The element around the empty shell, where the browser renders the panel; pages that are hydrated have none. */
export const PANEL_ID = 'panel';

let panel: HTMLElement | null | undefined;

/** The same for as long as the document is there. */
export function panelElement(): HTMLElement | null {
  if (typeof document === 'undefined') return null;
  panel ??= document.getElementById(PANEL_ID);
  return panel;
}
