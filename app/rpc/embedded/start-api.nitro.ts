import type { Server } from 'node:http';
import { HTTP_BAD_REQUEST, HTTP_METHOD_NOT_ALLOWED } from '../errors/http-status';
import { isBodyError } from '../errors/body-error';
import { logger, TEXT_LIMIT_CHARS } from '../../platform/logger.server';
import { IS_OWN_SERVER } from '../../platform/platform';
import { COMMIT, VERSION } from '../release';
import { isUnreadCall } from '../../platform/request-context.server';
import { getSettings, SettingsError, withSecretFiles } from '../../platform/settings.server';
import { failToStart, toListenError } from '../../platform/start-failure.server';
import { measureApi, answerApi } from './api-mount.server';
import { answerProbe, startMetricsServer } from './health.server';
import { enterPhase, stopWithParent } from '../../platform/http/shutdown.server';
import { setSecurityHeaders } from '../../platform/http/security-headers.server';
import { logRequests, type FetchHandler } from '../../platform/http/log-requests.server';
import { withProxy } from '../../platform/http/proxy.server';
import {
  waitForBackgroundWork,
  checkPlatformSettings,
} from '../../platform/http/function-platform.server';

interface NitroApp {
  fetch: FetchHandler;
  hooks: { hook(name: 'close', action: () => Promise<void>): unknown };
}

/**
 * Plugin of nitro (app.config.ts), called at the start, even with an external API. It checks the settings,
 * adds probes, /api and logging to every request, and starts the embedded API if it is used.
 */
export default function startApi(app: NitroApp): void {
  const settings = checkedSettings();
  logger.info({ version: VERSION, commit: COMMIT }, 'Condo Admin starts');
  const serve = app.fetch;
  // Set on every response, since the framework lets caches keep everything below /assets for a year, even a
  // 404.
  const answer: FetchHandler = async (request) =>
    setSecurityHeaders(
      answerUnreadable(request) ??
        (await answerProbe(request)) ??
        (await answerApi(request)) ??
        (await serve(request)),
    );
  app.fetch = logRequests(withProxy(answer, settings, logger));
  if (!import.meta.env.DEV && IS_OWN_SERVER) Reflect.set(console, 'error', logPrinted);

  let metricsServer: Promise<Server> | undefined;
  if (settings.metricsPort !== undefined) {
    metricsServer = startMetricsServer(settings.metricsPort, settings.host);
    const { host, metricsPort: port } = settings;
    metricsServer.catch((error: unknown) =>
      failToStart(toListenError(error, { host, port, setting: 'METRICS_PORT' })),
    );
  }
  if (settings.apiBaseUrl) enterPhase('ready');
  else void startEmbedded();
  if (!settings.apiBaseUrl && !IS_OWN_SERVER)
    app.fetch = waitForBackgroundWork(app.fetch, settleEmbedded);
  const close = async () => {
    enterPhase('stopping');
    if (!settings.apiBaseUrl) {
      const { closeEmbeddedApi } = await import('./embedded.server');
      await closeEmbeddedApi();
    }
    (await metricsServer)?.close();
  };
  if (import.meta.env.DEV) stopWithParent(close);
  app.hooks.hook('close', close);
}

/** Logs console errors of h3, srvx, Start, the router and hono, which have no other hook in common. */
function logPrinted(...printed: unknown[]): void {
  const err = printed.find((one) => one instanceof Error);
  // The request's own line has its status.
  if (isBodyError(err)) return;
  if (isUnreadCall()) {
    // The caller's mistake. Its text may quote input, and stacks would let anyone fill the log.
    logger.info({ error: err?.name.slice(0, TEXT_LIMIT_CHARS) }, 'A call could not be read');
    return;
  }
  const text = printed.filter((one) => typeof one === 'string').join(' ');
  logger.error({ err }, text || 'Unexpected error');
}

async function startEmbedded(): Promise<void> {
  const { getEmbeddedApi } = await import('./embedded.server');
  measureApi(await getEmbeddedApi());
  enterPhase('ready');
}

async function settleEmbedded(): Promise<void> {
  const { getEmbeddedApi } = await import('./embedded.server');
  await (await getEmbeddedApi()).settled();
}

function checkedSettings() {
  try {
    if (IS_OWN_SERVER) assertNode(process.versions.node);
    const settings = getSettings();
    if (!settings.apiBaseUrl && !IS_OWN_SERVER) checkPlatformSettings(withSecretFiles(process.env));
    return settings;
  } catch (error) {
    return failToStart(error);
  }
}

/** The oldest version with argon2 in node:crypto, and with node:sqlite without a flag. */
const OLDEST_NODE = [24, 7] as const;

function assertNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new SettingsError(
    `Node ${OLDEST_NODE.join('.')} or newer is needed, and this is ${version}`,
  );
}

/** Methods for which the Fetch standard has no request. */
const UNKNOWN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Answers requests on which the layers below would fail; null for all others. */
function answerUnreadable({ method, url }: Request): Response | null {
  if (UNKNOWN_METHODS.has(method)) {
    return Response.json({ detail: 'Method not allowed' }, { status: HTTP_METHOD_NOT_ALLOWED });
  }
  try {
    decodeURI(new URL(url).pathname);
    return null;
  } catch {
    return Response.json({ detail: 'The address cannot be read' }, { status: HTTP_BAD_REQUEST });
  }
}
