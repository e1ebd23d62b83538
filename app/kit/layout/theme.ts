import { useSyncExternalStore } from 'react';
import { notifyStored, subscribeStored, storeItem, readItem } from '~/kit/ui/storage';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'theme';
const DARK_QUERY = '(prefers-color-scheme: dark)';

/**
 * Sets the theme. It runs in the page's head, so that no page flashes in the wrong theme, and when the
 * system's theme changes.
 */
export const themeScript =
  `(function(){var q=matchMedia('${DARK_QUERY}');function a(){try{var t=localStorage.getItem('${STORAGE_KEY}')}catch(e){}` +
  `document.documentElement.classList.toggle('dark',t==='dark'||t!=='light'&&q.matches)}a();q.addEventListener('change',a)})()`;

/** The chosen theme; 'system' on the server and by default. */
export function useTheme(): Theme {
  return useSyncExternalStore<Theme>(follow, storedTheme, () => 'system');
}

/** The theme after a click on the switch: first the opposite of the current one, 'system' last. */
export function nextTheme(theme: Theme, dark: boolean): Theme {
  const order: Theme[] = dark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
  return order[(order.indexOf(theme) + 1) % order.length] ?? 'system';
}

export function systemIsDark(): boolean {
  return matchMedia(DARK_QUERY).matches;
}

function storedTheme(): Theme {
  const stored = readItem(STORAGE_KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function setTheme(theme: Theme): void {
  storeItem(STORAGE_KEY, theme === 'system' ? null : theme);
  apply();
  notifyStored();
}

function apply(): void {
  const theme = storedTheme();
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark());
  document.documentElement.classList.toggle('dark', dark);
}

/** Calls the listener when the theme changes, in other tabs too. */
function follow(listener: () => void): () => void {
  return subscribeStored(() => {
    apply();
    listener();
  });
}
