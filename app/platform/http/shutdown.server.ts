import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { logUnexpected, logger } from '~/platform/logger.server';

type Phase = 'starting' | 'ready' | 'stopping';

/** The process's state. It is global, since the server's entry and its plugin are bundled separately. */
declare global {
  var condoAdminPhase: Phase | undefined;
}

export function currentPhase(): Phase {
  return globalThis.condoAdminPhase ?? 'starting';
}

export function enterPhase(phase: Phase): void {
  globalThis.condoAdminPhase = phase;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

interface Shutdown {
  server: Server;
  delaySeconds: number;
  /** Time limit for requests in progress after the delay, such as an upload or an import. */
  limitSeconds: number;
  /** Closes everything that the process has open. The process exits afterwards. */
  close: () => Promise<void>;
}

/**
 * Sets up the shutdown: not ready, no new connections, no requests, then `close`. A second signal ends the
 * process at once.
 */
export function setUpGracefulShutdown({
  server,
  delaySeconds,
  limitSeconds,
  close,
}: Shutdown): void {
  const connections = trackConnections(server);
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    // Browsers open connections before they need them. close() ends only connections that have had a
    // request.
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    await Promise.race([closed, sleep(limitSeconds * 1000)]);
    server.closeAllConnections();
    try {
      await close();
      process.exit(0);
    } catch (error) {
      logUnexpected(error);
      process.exit(1);
    }
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // No request is in progress yet, and the start of the database survives any interruption.
      if (currentPhase() === 'starting') process.exit(0);
      if (isStopping) process.exit(1);
      isStopping = true;
      enterPhase('stopping');
      logger.info({ signal }, 'Stopping: requests in progress finish first');
      setTimeout(() => void stop(), delaySeconds * 1000);
    });
  }
}

function trackConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return connections;
}

let isStopping = false;

declare global {
  /** Closes what the latest copy of this code has opened, as a development server reloads changed modules. */
  var condoAdminClose: (() => Promise<void>) | undefined;
}

/** Closes the database when Vite ends, without waiting. In development Vite is the parent process. */
export function stopWithParent(close: () => Promise<void>): void {
  const isListening = globalThis.condoAdminClose !== undefined;
  globalThis.condoAdminClose = close;
  if (isListening) return;
  for (const signal of SIGNALS) process.on(signal, stopWithoutWaiting);
  process.on('disconnect', stopWithoutWaiting);
}

function stopWithoutWaiting(): void {
  if (isStopping) return;
  isStopping = true;
  void globalThis.condoAdminClose?.().finally(() => process.exit());
}
