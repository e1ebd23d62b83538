import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import {
  HTTP_INTERNAL_SERVER_ERROR,
  HTTP_NOT_FOUND,
  HTTP_OK,
  HTTP_SERVICE_UNAVAILABLE,
  HTTP_UNAUTHORIZED,
} from '~/rpc/errors/http-status';
import { metrics } from '~/platform/metrics.server';
import { COMMIT, VERSION } from '~/rpc/release';
import { setRouteLabel } from '~/platform/request-context.server';
import { secretsEqual } from '~/platform/secrets-equal.server';
import { getSettings } from '~/platform/settings.server';
import { currentPhase } from '~/platform/http/shutdown.server';

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

const NO_STORE = { 'cache-control': 'no-store' };

/** Answers probes and metrics; null for other addresses. */
export async function answerProbe(request: Request): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  if (!PROBES.has(pathname)) return null;
  setRouteLabel(pathname);
  if (pathname === '/healthz') return say(HTTP_OK, 'ok', { version: VERSION, commit: COMMIT });
  if (pathname === '/readyz') return readiness(searchParams.has('verbose'));
  const { metricsToken } = getSettings();
  if (metricsToken === undefined) return null;
  const sent = request.headers.get('authorization') ?? '';
  if (!secretsEqual(sent, `Bearer ${metricsToken}`)) {
    const headers = { ...NO_STORE, 'www-authenticate': 'Bearer' };
    return Response.json(
      { detail: 'Missing or wrong METRICS_TOKEN' },
      { status: HTTP_UNAUTHORIZED, headers },
    );
  }
  return writeMetrics();
}

/** Writes all metrics in Prometheus' text format. */
async function writeMetrics(): Promise<Response> {
  const headers = { ...NO_STORE, 'content-type': metrics.contentType };
  return new Response(await metrics.metrics(), { headers });
}

/** Answers 200 while database and schema are usable and no shutdown has begun. `?verbose` adds ages. */
async function readiness(verbose: boolean): Promise<Response> {
  const phase = currentPhase();
  if (phase !== 'ready') return say(HTTP_SERVICE_UNAVAILABLE, phase);
  if (getSettings().apiBaseUrl) return say(HTTP_OK, 'ready');
  const { getEmbeddedApi } = await import('./embedded.server');
  const api = await getEmbeddedApi();
  const state = await api.state();
  if (state !== 'ready') return say(HTTP_SERVICE_UNAVAILABLE, state);
  return say(HTTP_OK, state, verbose ? await api.operations().catch(() => ({})) : {});
}

function say(status: number, text: string, more: object = {}): Response {
  return Response.json({ status: text, ...more }, { status, headers: NO_STORE });
}

/** Serves /metrics alone on a separate port, which need not be public. It does not keep the process alive. */
export async function startMetricsServer(port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => void send(request.url ?? '', response));
  server.listen(port, host);
  await once(server, 'listening');
  return server.unref();
}

async function send(url: string, response: ServerResponse): Promise<void> {
  const status = HTTP_INTERNAL_SERVER_ERROR;
  const answered =
    url.split('?')[0] === '/metrics'
      ? await writeMetrics().catch(() => new Response('The metrics could not be read', { status }))
      : new Response('Not found', { status: HTTP_NOT_FOUND });
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(await answered.text());
}
