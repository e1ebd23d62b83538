import type { Log } from '~/lib/log';
import type { Db } from '../db/connect.server';
import type { MediaStore } from './media-store';
import { unmarkOrphaned, claimDue } from './orphaned-images.repo';

export interface CleaningDeps {
  db: Db;
  media: MediaStore;
  clock: () => Date;
  log: Log;
}

/** An image that is not used by then never will be: no request takes that long. */
export const ORPHANED_AFTER_MS = 60 * 60_000;
const CLEANING_INTERVAL_MS = 10 * 60_000;
/** Images that are removed together. */
const BATCH = 50;

/**
 * Removes those of the images that are recorded as unused: after a commit whose response was lost, a new one is not. The
 * result of the change does not depend on this: what cannot be removed now is logged and removed later.
 */
export async function removeOrphaned(
  { db, media, log }: Pick<CleaningDeps, 'db' | 'media' | 'log'>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  try {
    // In one transaction: an error of the store rolls the records back.
    await db.transaction(async (tx) => media.remove(await unmarkOrphaned(tx, names)));
  } catch (err) {
    log.warn({ err, names }, 'Unused images could not be removed yet');
  }
}

/** Removes every image that is due; returns their number. */
export async function removeDueImages({ db, media, clock }: CleaningDeps): Promise<number> {
  let removed = 0;
  for (;;) {
    const names = await db.transaction(async (tx) => {
      const due = await claimDue(tx, clock(), BATCH);
      await media.remove(due);
      return due;
    });
    removed += names.length;
    if (names.length < BATCH) return removed;
  }
}

export interface ImageCleaner {
  /** Resolves when no image is being removed. */
  settled(): Promise<void>;
  /** Finishes the current clean-up. */
  stop(): Promise<void>;
}

/** Cleans up now and every ten minutes until it is stopped. Any number of processes may do so. */
export function startImageCleaner(deps: CleaningDeps): ImageCleaner {
  let running = Promise.resolve();
  const clean = () => {
    running = removeDueImages(deps).then(
      () => undefined,
      (err: unknown) => deps.log.warn({ err }, 'Unused images could not be removed'),
    );
  };
  const timer = setInterval(clean, CLEANING_INTERVAL_MS);
  timer.unref();
  clean();
  return {
    settled: () => running,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
