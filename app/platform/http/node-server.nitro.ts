import { Server } from 'node:http';
import { useNitroApp as getNitroApp, useNitroHooks as getNitroHooks } from 'nitro/app';
import { serve } from 'srvx/node';
import { logUnexpected, logger } from '../logger.server';
import { getSettings } from '../settings.server';
import { failToStart, toListenError } from '../start-failure.server';
import { setUpGracefulShutdown } from './shutdown.server';

/** Longer than the usual 60 s of load balancers, which must close an idle connection first. */
const KEEP_ALIVE_MS = 65_000;
/** Allows an upload over a slow line. A body that stalls for 30 s ends earlier (body-limits.server.ts). */
const REQUEST_MS = 60 * 60_000;

/* Entry of a server build, in place of nitro's own (docs/decisions/0001), after nitro's plugin. */
const { fetch } = getNitroApp();
const { port, host, shutdownDelaySeconds, shutdownLimitSeconds } = getSettings();

// A failed request or background task must not end the process.
process.on('unhandledRejection', logUnexpected);
process.on('uncaughtException', logUnexpected);

const server = serve({
  port,
  hostname: host,
  fetch,
  // Signals are ours.
  gracefulShutdown: false,
  manual: true,
  // The line that srvx prints on listening is not JSON.
  silent: true,
  node: { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS },
});
const httpServer = server.node?.server;
if (!(httpServer instanceof Server)) throw new Error('srvx has made no HTTP/1.1 server');
setUpGracefulShutdown({
  server: httpServer,
  delaySeconds: shutdownDelaySeconds,
  limitSeconds: shutdownLimitSeconds,
  close: async () => {
    await getNitroHooks().callHook('close');
  },
});
try {
  await server.serve();
  // From here on it reports failures of single requests.
  server.options.silent = false;
  logger.info({ url: server.url }, 'Listening');
} catch (error) {
  failToStart(toListenError(error, { host, port, setting: 'PORT' }));
}
