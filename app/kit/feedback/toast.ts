import type { LinkProps } from '@tanstack/react-router';
import { createAtom } from '@tanstack/react-store';
import { detailOr, detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';

/** Duration and number of toasts (docs/behaviour/dialogs-and-toasts.md). */
export const SUCCESS_TOAST_MS = 2_000;
export const ERROR_TOAST_MS = 4_000;
/** Duration of a toast with a link or a button. */
export const ACTION_TOAST_MS = 10_000;
/** Limit for such a toast even while its timer is paused: mails that wait for Undo cannot wait forever. */
export const LONGEST_ACTION_MS = 50_000;
export const MAX_TOASTS = 20;

/** A link next to a toast's text, or an action that runs once. */
export type ToastLink = {
  label: string;
  /** Tells screen reader users another way, as the toast disappears. */
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
export const shownToasts = createAtom<readonly Toast[]>([]);

let lastId = 0;

export const toast = {
  success: (text: string, link?: ToastLink) =>
    add('success', text, link ? ACTION_TOAST_MS : SUCCESS_TOAST_MS, link),
  error: (text: string) => add('error', text, ERROR_TOAST_MS),
};

export function dismissToast(id: number): void {
  shownToasts.set(shownToasts.get().filter((one) => one.id !== id));
}

/** Adds a toast. If there are too many, the oldest is dismissed. */
function add(tone: Toast['tone'], text: string, durationMs: number, link?: ToastLink): void {
  lastId += 1;
  const added = { id: lastId, tone, text, durationMs, link };
  shownToasts.set([...shownToasts.get(), added].slice(-MAX_TOASTS));
}

/** Toasts for success and failure; the API's text takes precedence over `failed`. */
export function outcomeToasts(done: string, failed?: string) {
  return {
    onSuccess: () => toast.success(done),
    onError: (error: unknown) =>
      toast.error(failed === undefined ? detailOrMessage(error) : detailOr(error, failed)),
  };
}

/** Restores deleted records; rejects if one of them could not be restored. */
export type Undo = (ids: readonly number[]) => Promise<unknown>;

/** The Undo button of a toast; undefined if the API cannot undo, or nothing was deleted. */
export function undoAction(undo: Undo | undefined, ids: readonly number[]): ToastLink | undefined {
  if (!undo || ids.length === 0) return undefined;
  return {
    label: t`Undo`,
    alternative: t`Activity restores it as well`,
    run() {
      const { onSuccess, onError } = outcomeToasts(t`Restored`, t`Failed to restore`);
      void undo(ids).then(onSuccess, onError);
    },
  };
}
