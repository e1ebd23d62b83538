import { areShortcutsOn } from './shortcut-setting';

export type Shortcut = 'search' | 'help' | 'next' | 'previous' | 'first-hit';

const KEYS: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  '?': 'help',
  j: 'next',
  k: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
};

/** Where letters are typed, and where keys have a meaning of their own. */
const OWN_KEYS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=dialog]';
/** Arrows scroll, and move in many controls. They walk only from a row, or where nothing else has the focus. */
const ARROWS_FROM = '[aria-rowindex], [aria-posinset], h1, #main';

/** The shortcut that a key press means; null while typing, with modifiers, in dialogs, and where shortcuts are turned off. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (event.defaultPrevented || !(target instanceof Element) || !areShortcutsOn()) return null;
  if (document.querySelector('[data-modal-layer]')) return null;
  if (key === 'Enter') return target.matches('main [type=search]') ? 'first-hit' : null;
  if (target.closest(OWN_KEYS)) return null;
  const walksByArrow = target === document.body || target.closest(ARROWS_FROM) !== null;
  return key.startsWith('Arrow') && !walksByArrow ? null : (KEYS[key] ?? null);
}
