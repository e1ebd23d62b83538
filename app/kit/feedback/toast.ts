import type { LinkProps } from '@tanstack/react-router';
import { Store } from '~/kit/ui/store';

/** Duration and number of toasts (docs/behaviour/dialogs-and-toasts.md). */
export const SUCCESS_TOAST_MS = 2_000;
export const ERROR_TOAST_MS = 4_000;
/** A toast with a link or a button. */
export const ACTION_TOAST_MS = 10_000;
export const MAX_TOASTS = 20;

/** A link next to a toast's text, or an action that runs once. */
export type ToastLink = {
  label: string;
  /** Another way to get there, for screen readers: the toast disappears. */
  alternative: string;
} & ({ target: LinkProps } | { run: () => void });

export interface Toast {
  id: number;
  tone: 'success' | 'error';
  text: string;
  durationMs: number;
  link: ToastLink | undefined;
}

/** The toasts on the screen, oldest first. They wait here until the list that shows them has loaded. */
export const shownToasts = new Store<readonly Toast[]>([]);

let lastId = 0;

export const toast = {
  success: (text: string, link?: ToastLink) =>
    add('success', text, link ? ACTION_TOAST_MS : SUCCESS_TOAST_MS, link),
  error: (text: string) => add('error', text, ERROR_TOAST_MS),
};

export function dismissToast(id: number): void {
  shownToasts.set(shownToasts.get().filter((one) => one.id !== id));
}

/** A toast above the limit dismisses the oldest. */
function add(tone: Toast['tone'], text: string, durationMs: number, link?: ToastLink): void {
  lastId += 1;
  const added = { id: lastId, tone, text, durationMs, link };
  shownToasts.set([...shownToasts.get(), added].slice(-MAX_TOASTS));
}
