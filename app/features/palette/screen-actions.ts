import type { Hit } from './hit';

/** The marked buttons and links. */
const ACTIONS = ':is(a[href], button:not(:disabled))';
const MARKED = `[data-palette] ${ACTIONS}, ${ACTIONS}[data-palette]`;

/** What can be done with the record or list on the screen, or with the page's header: choosing one presses it. */
export function screenActions(area: 'main' | 'header'): Hit[] {
  const detail = area === 'main' ? document.querySelector('main h1')?.textContent : undefined;
  return [...document.querySelectorAll<HTMLElement>(`${area} :is(${MARKED})`)].flatMap(
    (element) => {
      const label = element.textContent.trim();
      return label === ''
        ? []
        : [{ key: `press ${label}`, label, detail, target: () => press(element) }];
    },
  );
}

/** When the palette is gone: what opens then returns the focus to the button. */
function press(element: HTMLElement): void {
  requestAnimationFrame(() => {
    element.focus();
    element.click();
  });
}
