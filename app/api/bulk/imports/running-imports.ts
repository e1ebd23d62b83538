import type { BulkProgress } from '~/contract/bulk-imports';

/** How long the end of an import is remembered for a screen that was reloaded meanwhile. */
const MEMORY_MS = 10 * 60_000;

/** How an import ended. */
export type ImportOutcome = Exclude<BulkProgress, { state: 'running' | 'unknown' }>;

/** One import under way in this process. */
export interface RunningImport {
  signal: AbortSignal;
  countRows: (rows: number) => void;
  end: (outcome: ImportOutcome) => void;
}

interface Entry {
  progress: BulkProgress;
  controller: AbortController;
  /** Of type and rows. */
  hash: string;
  ended: Promise<ImportOutcome>;
}

/** The imports of this process by user and key: their progress, and the way to cancel them. */
export class RunningImports {
  readonly #entries = new Map<string, Entry>();

  /** Null when an import with this key runs already. */
  start(userId: number, key: string, hash: string): RunningImport | null {
    const name = nameOf(userId, key);
    if (this.#entries.get(name)?.progress.state === 'running') return null;
    const controller = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<ImportOutcome>();
    const entry: Entry = { progress: { state: 'running', done: 0 }, controller, hash, ended };
    this.#entries.set(name, entry);
    return {
      signal: controller.signal,
      countRows: (rows) => {
        const { progress } = entry;
        if (progress.state === 'running') {
          entry.progress = { state: 'running', done: progress.done + rows };
        }
      },
      end: (outcome) => {
        entry.progress = outcome;
        resolve(outcome);
        setTimeout(() => {
          if (this.#entries.get(name) === entry) this.#entries.delete(name);
        }, MEMORY_MS).unref();
      },
    };
  }

  /** The end of an import that runs already, for a submit that was sent again meanwhile. */
  join(userId: number, key: string): { hash: string; ended: Promise<ImportOutcome> } | null {
    return this.#entries.get(nameOf(userId, key)) ?? null;
  }

  progressOf(userId: number, key: string): BulkProgress | null {
    return this.#entries.get(nameOf(userId, key))?.progress ?? null;
  }

  /** Whether there was one to cancel. What it has written so far is rolled back. */
  cancel(userId: number, key: string): boolean {
    const entry = this.#entries.get(nameOf(userId, key));
    if (entry?.progress.state !== 'running') return false;
    entry.controller.abort(new ImportCancelledError());
    return true;
  }
}

export class ImportCancelledError extends Error {
  override readonly name = 'ImportCancelledError';
  constructor() {
    super('The import was cancelled. Nothing was created');
  }
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`;
}
