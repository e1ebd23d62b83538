/**
 * Id of the element around the empty shell, in which the browser renders the panel. Hydrated pages do not
 * have it.
 */
export const PANEL_ID = 'panel';

export function panelElement(): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.getElementById(PANEL_ID);
}
