import type { Hit } from './hit';

/** The marked buttons and links of the page's header and of the screen's. */
const ACTIONS = ':is(a[href], button:not(:disabled))';
const MARKED = `[data-palette] ${ACTIONS}, ${ACTIONS}[data-palette]`;

/** What can be done with the record or list on the screen, and Logout: choosing one presses it. */
export function screenActions(): Hit[] {
  const title = document.querySelector('main h1')?.textContent ?? '';
  return [...document.querySelectorAll<HTMLElement>(MARKED)].flatMap((element) => {
    const label = element.textContent.trim();
    const detail = element.closest('main') ? title : undefined;
    return label === ''
      ? []
      : [{ key: `press ${label}`, label, detail, target: () => press(element) }];
  });
}

/** When the palette is gone: what opens then returns the focus to the button. */
function press(element: HTMLElement): void {
  requestAnimationFrame(() => {
    element.focus();
    element.click();
  });
}
