/** The element around the empty shell, where the browser renders the panel; pages that are hydrated have none. */
export const PANEL_ID = 'panel';

export function panelElement(): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.getElementById(PANEL_ID);
}
