import { Server } from 'node:http';
import { useNitroApp as getNitroApp, useNitroHooks as getNitroHooks } from 'nitro/app';
import { serve } from 'srvx/node';
import { logUnexpected, logger } from '../logger.server';
import { getSettings } from '../settings.server';
import { failToStart, toListenError } from '../start-failure.server';
import { setUpGracefulShutdown } from './shutdown.server';

/** Longer than the usual 60 s of load balancers, which must be the first to close an idle connection. */
const KEEP_ALIVE_MS = 65_000;
/**
 * Long enough for an upload over a slow connection. A body that stalls for 30 s ends earlier
 * (body-limits.server.ts).
 */
const REQUEST_MS = 60 * 60_000;

/* Entry of a server build. It replaces nitro's own (docs/decisions/0001) and runs after nitro's plugin. */
const { fetch } = getNitroApp();
const { port, host, shutdownDelaySeconds, shutdownLimitSeconds } = getSettings();

// A failed request or background task must not end the process.
process.on('unhandledRejection', logUnexpected);
process.on('uncaughtException', logUnexpected);

const server = serve({
  port,
  hostname: host,
  fetch,
  // This module handles signals itself.
  gracefulShutdown: false,
  manual: true,
  // srvx would print a line that is not JSON.
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
  // From now on the server reports failures of single requests.
  server.options.silent = false;
  logger.info({ url: server.url }, 'Listening');
} catch (error) {
  failToStart(toListenError(error, { host, port, setting: 'PORT' }));
}
