/** Work outside of requests, at intervals and when notified. */
export interface BackgroundTask {
  /** Reports that there is work, which then runs at once. */
  notify(): void;
  settled(): Promise<void>;
  /** Finishes the current run and starts no more. */
  stop(): Promise<void>;
}

/**
 * Runs `work`, which must not reject, now, at every interval and on notify. Runs never overlap; a
 * notification during a run starts another one afterwards.
 */
export function startBackgroundTask(
  work: (stopping: AbortSignal) => Promise<void>,
  intervalMs: number,
): BackgroundTask {
  const stopping = new AbortController();
  const { signal } = stopping;
  let notifications = 0;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    let seen: number;
    do {
      seen = notifications;
      await work(signal);
      // A notification during the run may have come after `work` had looked for the last time.
    } while (!signal.aborted && seen !== notifications);
    running = null;
  }

  function notify(): void {
    if (signal.aborted) return;
    notifications += 1;
    running ??= run();
  }

  const timer = setInterval(notify, intervalMs).unref();
  notify();
  return {
    notify,
    async settled() {
      await running;
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}

export function together(tasks: readonly BackgroundTask[]): BackgroundTask {
  return {
    notify: () => tasks.forEach((task) => task.notify()),
    settled: async () => void (await Promise.all(tasks.map((task) => task.settled()))),
    stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))),
  };
}
