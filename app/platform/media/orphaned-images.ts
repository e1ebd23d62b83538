import { inArray, sql } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { orphanedImages } from '~/platform/database/schema/operations';
import { startBackgroundTask, type BackgroundTask } from '~/platform/background-task';
import type { Log } from '~/platform/log';
import { runJob } from '~/platform/database/run-job';
import type { MediaStore } from './media-store';

/**
 * Records names in the store that no record uses. An image is marked before it is stored, until the
 * transaction that uses it. So images left by a crash are removed, and the store need not be listed.
 */
export async function markOrphaned(db: Db, names: readonly string[], dueAt: Date): Promise<void> {
  if (names.length === 0) return;
  await db.insert(orphanedImages).values(names.map((name) => ({ name, due_at: dueAt })));
}

/** Unmarks names that a record now uses, or that were removed from the store. */
export async function unmarkOrphaned(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.delete(orphanedImages).where(inArray(orphanedImages.name, [...names]));
}

/**
 * Changes the time at which marked images are removed. Names without a mark are in use or removed, and are
 * ignored.
 */
export async function setDue(db: Db, names: readonly string[], dueAt: Date): Promise<void> {
  if (names.length === 0) return;
  await db
    .update(orphanedImages)
    .set({ due_at: dueAt })
    .where(inArray(orphanedImages.name, [...names]));
}

/** Claims up to `limit` due names, which become due again at `retryAt`. Other processes get other names. */
async function claimDue(
  db: Db,
  { now, retryAt, limit }: { now: Date; retryAt: Date; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    update ${orphanedImages} set due_at = ${retryAt.toISOString()}::timestamptz
     where ${orphanedImages.name} in (
       select name from ${orphanedImages} where due_at <= ${now.toISOString()}::timestamptz
        order by due_at limit ${limit} for update skip locked)
    returning name`);
  return rows.map(({ name }) => name);
}

export interface CleaningDeps {
  db: Db;
  media: MediaStore;
  clock: () => Date;
  log: Log;
}

/** Time after which an unused image is removed. No request takes that long. */
export const ORPHANED_AFTER_MS = 60 * 60_000;
const CLEANING_INTERVAL_MS = 10 * 60_000;
/** Time until another attempt to remove an image. It is longer than one attempt. */
const RETRY_AFTER_MS = 10 * 60_000;
/** Images that are removed together. */
const BATCH = 20;

/**
 * Removes due images outside of transactions, and returns their number. One failure does not stop the
 * others.
 */
export async function removeDueImages(
  { db, media, clock, log }: CleaningDeps,
  stopping?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const now = clock();
    const retryAt = new Date(now.getTime() + RETRY_AFTER_MS);
    const names = await claimDue(db, { now, retryAt, limit: BATCH });
    const results = await Promise.allSettled(names.map((name) => media.remove(name)));
    const removedNames = names.filter((_, index) => results[index]?.status === 'fulfilled');
    await unmarkOrphaned(db, removedNames);
    removed += removedNames.length;
    const failures = results.flatMap((result): unknown[] =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    if (failures.length > 0) {
      const data = { err: failures[0], images: failures.length };
      log.warn(data, 'Unused images could not be removed yet');
    }
    // If none could be removed, the store is unavailable.
    if (names.length < BATCH || removedNames.length === 0 || stopping?.aborted) return removed;
  }
}

/** Removes unused images until it is stopped. Several processes may do so at once. */
export function startImageCleaner(deps: CleaningDeps): BackgroundTask {
  const work = (stopping: AbortSignal) =>
    runJob(deps.log, 'Unused images could not be removed', () => removeDueImages(deps, stopping));
  return startBackgroundTask(work, CLEANING_INTERVAL_MS);
}
