import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkProgress } from '~/contract/bulk-imports';
import type { Db } from '../../db/connect.server';
import {
  claimRun,
  endRun,
  findRun,
  reportRun,
  requestCancel,
  type ImportOutcome,
  type RunName,
} from './runs.repo';

/** How often a run reports its progress and checks whether it was cancelled. */
const REPORT_INTERVAL_MS = 500;
const POLL_MS = 200;

/** One import that is running in this process. */
export interface RunningImport {
  signal: AbortSignal;
  countRows: (rows: number) => void;
  end: (outcome: ImportOutcome) => Promise<void>;
}

/**
 * The running imports of all processes by user and key: their progress, and how to cancel them. The state is in the
 * database; this process only keeps the abort controllers of the imports it runs itself.
 */
export class RunningImports {
  readonly #controllers = new Map<string, AbortController>();

  /** Null when an import with this key is already running, here or in another process. */
  async start(db: Db, run: RunName, hash: string): Promise<RunningImport | null> {
    const claim = randomUUID();
    if (!(await claimRun(db, run, { hash, claim }))) return null;
    const controller = new AbortController();
    const name = nameOf(run);
    this.#controllers.set(name, controller);
    let done = 0;
    let reporting: Promise<void> = Promise.resolve();
    const report = async () => {
      // If a report fails, the next one makes up for it.
      const cancel = await reportRun(db, claim, done).catch(() => false);
      if (cancel) controller.abort(new ImportCancelledError());
    };
    const timer = setInterval(() => {
      reporting = reporting.then(report);
    }, REPORT_INTERVAL_MS);
    return {
      signal: controller.signal,
      countRows: (rows) => {
        if (done === 0) reporting = reporting.then(report);
        done += rows;
      },
      end: async (outcome) => {
        clearInterval(timer);
        if (this.#controllers.get(name) === controller) this.#controllers.delete(name);
        await reporting;
        await endRun(db, claim, outcome);
      },
    };
  }

  /** Waits for the end of a running import; null where its process has died or it is unknown. */
  async join(db: Db, run: RunName): Promise<{ hash: string; outcome: ImportOutcome } | null> {
    for (;;) {
      const found = await findRun(db, run);
      if (!found) return null;
      const { hash, progress } = found;
      if (progress.state !== 'running') return { hash, outcome: progress };
      await sleep(POLL_MS);
    }
  }

  async progressOf(db: Db, run: RunName): Promise<BulkProgress | null> {
    return (await findRun(db, run))?.progress ?? null;
  }

  /** Cancels an import, which is rolled back; false when there was none. */
  async cancel(db: Db, run: RunName): Promise<boolean> {
    const found = await requestCancel(db, run);
    // Another process sees it at its next report.
    if (found) this.#controllers.get(nameOf(run))?.abort(new ImportCancelledError());
    return found;
  }
}

export class ImportCancelledError extends Error {
  override readonly name = 'ImportCancelledError';
  constructor() {
    super('The import was cancelled. Nothing was created');
  }
}

function nameOf({ userId, idempotencyKey }: RunName): string {
  return `${userId} ${idempotencyKey}`;
}
