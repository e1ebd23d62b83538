import { logger } from '~/lib/logger.server';
import { currentPhase, enterPhase } from './lifecycle.server';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** An upload or an import in progress may take this long to finish. */
const SHUTDOWN_LIMIT_SECONDS = 150;

/**
 * Graceful shutdown: /readyz answers 503, after `delaySeconds` no connection is accepted, requests in progress finish,
 * then the "close" hook closes the database and the process exits with 0. A second signal ends it at once.
 *
 * Call before the server is created. The HTTP server's own handler (srvx) closes connections; it runs after ours.
 */
export function setUpGracefulShutdown(delaySeconds: number): void {
  // Read by srvx: how long to wait, and that it handles signals in a build pipeline too.
  process.env.SERVER_SHUTDOWN_TIMEOUT ||= String(SHUTDOWN_LIMIT_SECONDS);
  process.env.CI = '';
  process.env.TEST = '';
  setImmediate(() => {
    for (const signal of SIGNALS) {
      const closers = process.listeners(signal);
      process.removeAllListeners(signal);
      process.on(signal, () => {
        // No request is in progress yet, and the database's own start survives any interruption.
        if (currentPhase() === 'starting') process.exit(0);
        if (isStopping) process.exit(1);
        isStopping = true;
        enterPhase('stopping');
        logger.info({ signal }, 'Stopping: requests in progress finish first');
        setTimeout(() => closers.forEach((close) => close(signal)), delaySeconds * 1000);
      });
    }
  });
}

let isStopping = false;

declare global {
  /** Disposes of the latest copy of this code: a development server reloads changed modules. */
  var condoAdminClose: (() => Promise<void>) | undefined;
}

/**
 * In development this process is a child of Vite. It closes the database when Vite ends it (SIGTERM), when Ctrl+C reaches
 * both, and when Vite disappears (its channel closes). It does not wait for requests.
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
