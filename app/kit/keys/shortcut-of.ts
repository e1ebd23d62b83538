import { ROW } from '~/kit/ui/focus';
import { notifyStored, storeItem, readItem } from '~/kit/ui/storage';

/** Lets a held Enter click, follow or submit only once. In a text area it repeats. */
export function ignoreHeldEnter(): void {
  addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
      event.preventDefault();
  });
}

/** Shortcuts that click a control with this `data-key`: the focused row's, otherwise the page's. */
const CONTROL_KEYS = ['x', 'e', 'c', '[', ']'] as const;
export type ControlKey = (typeof CONTROL_KEYS)[number];
export type Shortcut =
  | 'search'
  | 'help'
  | 'next'
  | 'previous'
  | 'first-hit'
  | 'go'
  | 'screen'
  | ControlKey;

const KEYS: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  '?': 'help',
  g: 'go',
  j: 'next',
  k: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
};

/** Elements that accept letters or have their own keys. */
const OWN_KEYS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=dialog]';
/**
 * Elements in which arrow keys move between rows: rows, or the places that have the focus at first.
 * Elsewhere arrows scroll or belong to controls.
 */
const ARROWS_FROM = '[aria-rowindex], [aria-posinset], h1, #main';

/** True if the browser's own search cannot find all rows, because some are not rendered. */
function hasRowsOutOfSight(): boolean {
  const [first, ...others] = document.querySelectorAll(ROW);
  const cards = first?.getAttribute('aria-setsize');
  const all = cards ?? first?.closest('[aria-rowcount]')?.getAttribute('aria-rowcount');
  // The count of a table includes its header.
  return Number(all) > others.length + 2;
}

/**
 * The shortcut of a key press. Null while typing, with modifiers, in dialogs, and if shortcuts are off.
 * After `g`, a letter opens a screen.
 */
export function shortcutOf(event: KeyboardEvent, isAfterG = false): Shortcut | null {
  const { key, target } = event;
  // Many keyboards type brackets with Alt, which some browsers report as Ctrl and Alt.
  const isBracket = event.altKey && (key === '[' || key === ']');
  if ((event.ctrlKey || event.metaKey) && key === 'f' && !event.altKey && !event.shiftKey) {
    // In the search field Ctrl+F stays the browser's.
    const isList = target instanceof Element && !target.matches('main [type=search]');
    const isFree = !event.defaultPrevented && !document.querySelector('[data-modal-layer]');
    return isList && isFree && hasRowsOutOfSight() ? 'search' : null;
  }
  if (event.metaKey || event.isComposing) return null;
  if ((event.ctrlKey || event.altKey) && !isBracket) return null;
  if (event.defaultPrevented || !(target instanceof Element) || !areShortcutsOn()) return null;
  if (document.querySelector('[data-modal-layer]')) return null;
  if (key === 'Enter') return target.matches('main [type=search]') ? 'first-hit' : null;
  if (target.closest(OWN_KEYS)) return null;
  if (isAfterG && /^[a-z]$/.test(key)) return 'screen';
  const walksByArrow = target === document.body || target.closest(ARROWS_FROM) !== null;
  if (key.startsWith('Arrow') && !walksByArrow) return null;
  return KEYS[key] ?? CONTROL_KEYS.find((control) => control === key) ?? null;
}

/** Storage key of the switch for single-key shortcuts. They are on by default (WCAG 2.1.4). */
const ITEM = 'shortcuts';
const OFF = 'off';

/** The choice in a browser that blocks storage. It lasts as long as the page. */
let chosen: boolean | undefined;

export function areShortcutsOn(): boolean {
  return chosen ?? readItem(ITEM) !== OFF;
}

export function turnShortcuts(on: boolean): void {
  chosen = storeItem(ITEM, on ? null : OFF) ? undefined : on;
  notifyStored();
}
