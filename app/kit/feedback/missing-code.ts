import type { AnyRouter } from '@tanstack/react-router';
import { HTTP_NOT_FOUND, isServerErrorStatus } from '~/rpc/errors/http-status';
import { NETWORK_ERROR_MESSAGE } from '~/rpc/errors/app-error';
import { firstDirtyForm } from '~/kit/ui/open-forms';
import { storeItem, readItem } from '~/kit/ui/storage';
import { msg } from '~/language/texts';

/* Code that could not be loaded: no connection, or an updated panel (docs/behaviour/errors.md). */

const ERROR_NAME = 'MissingCodeError';
/** Session storage key: the version that was reloaded by itself, so that this happens once. */
const RELOADED = 'reloaded';
/** Address of this file. Its name contains a hash, so another version has another address. */
const OWN_FILE = import.meta.url;

/** Shown if the new version is not loaded automatically. */
export const UPDATED_MESSAGE = msg`Condo Admin has been updated: reload the page.`;

let outdated = false;

export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && error.name === ERROR_NAME;
}

/** True if the panel was updated since this page was loaded: its own file no longer exists. */
export async function isOutdated(): Promise<boolean> {
  outdated ||= (await statusOf(OWN_FILE)) === HTTP_NOT_FOUND;
  return outdated;
}

/** Reloads the page if the server can be reached: offline the browser would show its own error page. */
export async function reloadIfReachable(): Promise<void> {
  const status = await statusOf(location.href);
  if (status > 0 && !isServerErrorStatus(status)) location.reload();
}

/** Reloads once if the panel was updated, never over unsaved changes. Resolves to whether it was updated. */
export async function reloadIfOutdated(): Promise<boolean> {
  if (!(await isOutdated())) return false;
  if (!firstDirtyForm() && isFirstReload()) location.reload();
  return true;
}

function isFirstReload(): boolean {
  // Without storage no reload counts as the first one, so that there is no endless loop.
  return readItem(RELOADED, 'session') !== OWN_FILE && storeItem(RELOADED, OWN_FILE, 'session');
}

/** Recognizes files that could not be loaded. An updated panel is reloaded at the next navigation. */
export function watchMissingCode(router: Pick<AnyRouter, 'subscribe'>): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = ERROR_NAME;
    // The browser's own message would make the router reload the page, even offline.
    payload.message = NETWORK_ERROR_MESSAGE;
    void isOutdated();
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (outdated && pathChanged) void reloadIfOutdated();
  });
}

/** Status of an address, bypassing all caches; 0 without an answer. */
async function statusOf(address: string): Promise<number> {
  try {
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return status;
  } catch {
    return 0;
  }
}
