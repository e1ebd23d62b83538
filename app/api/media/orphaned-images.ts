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

/** A picture that is not shown by then never will be: no request takes that long. */
export const ORPHANED_AFTER_MS = 60 * 60_000;
const CLEANING_INTERVAL_MS = 10 * 60_000;
/** Pictures that are removed together. */
const BATCH = 50;

/**
 * Removes those of the pictures that are noted as unused: after a commit whose answer was lost a new one is not. The
 * change that left them has succeeded, or failed for a reason of its own: what cannot be removed now is worth a line in
 * the log and is removed later.
 */
export async function removeOrphaned(
  { db, media, log }: Pick<CleaningDeps, 'db' | 'media' | 'log'>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  try {
    // In one transaction: a store that refuses brings the notes back.
    await db.transaction(async (tx) => media.remove(await unmarkOrphaned(tx, names)));
  } catch (err) {
    log.warn({ err, names }, 'Pictures that are not used could not be removed yet');
  }
}

/** Removes every picture that is due; for how many there were. */
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
  /** Resolves when no picture is being removed. */
  settled(): Promise<void>;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

/** Cleans now and every ten minutes until it is stopped. Any number of processes may do so. */
export function startImageCleaner(deps: CleaningDeps): ImageCleaner {
  let running = Promise.resolve();
  const clean = () => {
    running = removeDueImages(deps).then(
      () => undefined,
      (err: unknown) => deps.log.warn({ err }, 'Unused pictures could not be removed'),
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
