import { useSyncExternalStore } from 'react';
import { notifyKept, subscribeKept } from '~/lib/kept-items';
import { keepItem, readItem } from '~/lib/stored';

/** The shortcuts of a single key are on unless this browser has been told otherwise (WCAG 2.1.4). */
const ITEM = 'shortcuts';
const OFF = 'off';

/** What was chosen where the storage is blocked; it lasts as long as the page. */
let chosen: boolean | undefined;

export function areShortcutsOn(): boolean {
  return chosen ?? readItem(ITEM) !== OFF;
}

export function turnShortcuts(on: boolean): void {
  chosen = keepItem(ITEM, on ? null : OFF) ? undefined : on;
  notifyKept();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribeKept, areShortcutsOn, () => true);
}
