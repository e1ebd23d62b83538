import { Server } from 'node:http';
import { useNitroApp as getNitroApp, useNitroHooks as getNitroHooks } from 'nitro/app';
import { serve } from 'srvx/node';
import { toListenError } from './listen-error.server';
import { logUnexpected } from '../lib/log-unexpected.server';
import { logger } from '../lib/logger.server';
import { getSettings } from '../lib/settings.server';
import { failToStart } from '../lib/start-failure.server';
import { setUpGracefulShutdown } from './shutdown.server';

/** Longer than the 60 s after which the usual load balancers close a connection of theirs: they must be the first. */
const KEEP_ALIVE_MS = 65_000;
/** For an upload over a slow line. One of which nothing arrives for 30 s ends earlier (body-limits.server.ts). */
const REQUEST_MS = 60 * 60_000;

/* The entry of a build that runs as a server, in place of nitro's own (docs/decisions/0001). nitro's plugin has run before. */
const { fetch } = getNitroApp();
const { port, host, shutdownDelaySeconds, shutdownLimitSeconds } = getSettings();

// One request or one piece of work that fails does not take the others along.
process.on('unhandledRejection', logUnexpected);
process.on('uncaughtException', logUnexpected);

const server = serve({
  port,
  hostname: host,
  fetch,
  // Signals are ours.
  gracefulShutdown: false,
  manual: true,
  // Its line of where it listens is no JSON.
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
