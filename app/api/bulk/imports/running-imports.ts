import type { BulkProgress } from '~/contract/bulk-imports';

/** How long the end of an import is remembered for a screen that was reloaded meanwhile. */
const MEMORY_MS = 10 * 60_000;

/** One import under way in this process. */
export interface RunningImport {
  signal: AbortSignal;
  countRows: (rows: number) => void;
  end: (outcome: Exclude<BulkProgress, { state: 'running' }>) => void;
}

interface Entry {
  progress: BulkProgress;
  controller: AbortController;
}

/** The imports of this process by user and key: their progress, and the way to cancel them. */
export class RunningImports {
  readonly #entries = new Map<string, Entry>();

  /** Null when an import with this key runs already. */
  start(userId: number, key: string): RunningImport | null {
    const name = nameOf(userId, key);
    if (this.#entries.get(name)?.progress.state === 'running') return null;
    const controller = new AbortController();
    const entry: Entry = { progress: { state: 'running', done: 0 }, controller };
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
        setTimeout(() => {
          if (this.#entries.get(name) === entry) this.#entries.delete(name);
        }, MEMORY_MS).unref();
      },
    };
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
