import { logger } from '~/lib/logger.server';
import { currentPhase, enterPhase } from './lifecycle.server';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** An upload or an import that is under way gets this long to end. */
const SHUTDOWN_LIMIT_SECONDS = 150;

/**
 * Ends the process in order: /readyz answers 503, after `delaySeconds` no connection is taken any more, what is under way
 * ends, then the "close" hook lets go of the database and the process exits with 0. A second signal ends it at once.
 *
 * Call before the server is made. The HTTP server's own handler (srvx) does the closing; it is put behind ours here.
 */
export function setUpGracefulShutdown(delaySeconds: number): void {
  // What srvx reads: how long to wait, and that it shall handle signals in a build pipeline too.
  process.env.SERVER_SHUTDOWN_TIMEOUT ||= String(SHUTDOWN_LIMIT_SECONDS);
  process.env.CI = '';
  process.env.TEST = '';
  setImmediate(() => {
    for (const signal of SIGNALS) {
      const closers = process.listeners(signal);
      process.removeAllListeners(signal);
      process.on(signal, () => {
        // Nothing is under way yet, and the database's own start survives any interruption.
        if (currentPhase() === 'starting') process.exit(0);
        if (isStopping) process.exit(1);
        isStopping = true;
        enterPhase('stopping');
        logger.info({ signal }, 'Stopping: requests under way are finished first');
        setTimeout(() => closers.forEach((close) => close(signal)), delaySeconds * 1000);
      });
    }
  });
}

let isStopping = false;

declare global {
  /** How the newest copy of this code lets go: a development server loads changed modules anew. */
  var condoAdminClose: (() => Promise<void>) | undefined;
}

/**
 * In development this process is a child of Vite's. It lets go of the database when Vite ends it (SIGTERM), when Ctrl+C
 * reaches both, and when Vite is gone without a word (its channel closes). Requests are not waited for.
 */
export function stopWithParent(close: () => Promise<void>): void {
  const isHeard = globalThis.condoAdminClose !== undefined;
  globalThis.condoAdminClose = close;
  if (isHeard) return;
  for (const signal of SIGNALS) process.on(signal, stopWithoutWaiting);
  process.on('disconnect', stopWithoutWaiting);
}

function stopWithoutWaiting(): void {
  if (isStopping) return;
  isStopping = true;
  void globalThis.condoAdminClose?.().finally(() => process.exit());
}
