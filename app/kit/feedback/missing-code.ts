import type { AnyRouter } from '@tanstack/react-router';
import { HTTP_NOT_FOUND, isServerErrorStatus } from '~/rpc/errors/http-status';
import { NETWORK_ERROR_MESSAGE } from '~/rpc/errors/app-error';
import { firstDirtyForm } from '~/kit/ui/open-forms';
import { storeItem, readItem } from '~/kit/ui/storage';
import { msg } from '~/language/texts';

/* Code that could not be loaded, because of the connection or an update (docs/behaviour/errors.md). */

const ERROR_NAME = 'MissingCodeError';
/** Session storage key of the version that was reloaded automatically, so that this happens once. */
const RELOADED = 'reloaded';
/** Address of this file. It contains a hash, so it changes with the version. */
const OWN_FILE = import.meta.url;

/** Message if the new version is not loaded automatically. */
export const UPDATED_MESSAGE = msg`Condo Admin has been updated: reload the page.`;

let outdated = false;

export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && error.name === ERROR_NAME;
}

/** True if the panel was updated since this page was loaded: this page's own file no longer exists. */
export async function isOutdated(): Promise<boolean> {
  outdated ||= (await statusOf(OWN_FILE)) === HTTP_NOT_FOUND;
  return outdated;
}

/** Reloads the page if the server can be reached. Offline the browser would show its own error page. */
export async function reloadIfReachable(): Promise<void> {
  const status = await statusOf(location.href);
  if (status > 0 && !isServerErrorStatus(status)) location.reload();
}

/**
 * Reloads once if the panel was updated, but never with unsaved changes. Resolves to whether it was
 * updated.
 */
export async function reloadIfOutdated(): Promise<boolean> {
  if (!(await isOutdated())) return false;
  if (!firstDirtyForm() && isFirstReload()) location.reload();
  return true;
}

function isFirstReload(): boolean {
  // Without storage nothing shows that a reload was tried, so none is, to avoid an endless loop.
  return readItem(RELOADED, 'session') !== OWN_FILE && storeItem(RELOADED, OWN_FILE, 'session');
}

/**
 * Detects files that could not be loaded. If the panel was updated, the page reloads at the next
 * navigation.
 */
export function watchMissingCode(router: Pick<AnyRouter, 'subscribe'>): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = ERROR_NAME;
    // With the browser's own message the router would reload the page, even offline.
    payload.message = NETWORK_ERROR_MESSAGE;
    void isOutdated();
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (outdated && pathChanged) void reloadIfOutdated();
  });
}

/** Status of an address without using any cache; 0 without an answer. */
async function statusOf(address: string): Promise<number> {
  try {
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return status;
  } catch {
    return 0;
  }
}
