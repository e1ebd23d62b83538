import { createHash, timingSafeEqual } from 'node:crypto';
import { metrics } from '~/lib/metrics.server';
import { setRouteLabel } from '~/lib/request-context.server';
import { getSettings } from '~/lib/settings.server';
import { currentPhase } from './lifecycle.server';

/** The database's answer within this time, or it counts as away. */
const PROBE_LIMIT_MS = 3_000;

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

const NO_STORE = { 'cache-control': 'no-store' };

/** Answers the addresses that machines ask; null for every other one. */
export async function answerProbe(request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!PROBES.has(pathname)) return null;
  setRouteLabel(pathname);
  if (pathname === '/healthz') return say(200, 'ok');
  if (pathname === '/readyz') return readiness();
  const { metricsToken } = getSettings();
  if (metricsToken === undefined) return null;
  if (!isToken(request.headers.get('authorization') ?? '', metricsToken)) {
    const headers = { ...NO_STORE, 'www-authenticate': 'Bearer' };
    return Response.json(
      { detail: 'The token of METRICS_TOKEN is wanted' },
      { status: 401, headers },
    );
  }
  return writeMetrics();
}

/** Everything measured, as Prometheus reads it. */
export async function writeMetrics(): Promise<Response> {
  const headers = { ...NO_STORE, 'content-type': metrics.contentType };
  return new Response(await metrics.metrics(), { headers });
}

/** 200 while requests should come here: the database answers and has its newest schema, and no end is under way. */
async function readiness(): Promise<Response> {
  const phase = currentPhase();
  if (phase !== 'ready') return say(503, phase);
  if (getSettings().apiBaseUrl) return say(200, 'ready');
  const { getEmbeddedApi } = await import('../api/embedded.server');
  const api = await getEmbeddedApi();
  return (await api.answers(PROBE_LIMIT_MS)) ? say(200, 'ready') : say(503, 'database unavailable');
}

function say(status: number, text: string): Response {
  return Response.json({ status: text }, { status, headers: NO_STORE });
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** In constant time; the hashes are of one length whatever was sent. */
function isToken(header: string, token: string): boolean {
  return timingSafeEqual(hash(header), hash(`Bearer ${token}`));
}
