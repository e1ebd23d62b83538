import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { IS_WORKER } from './platform';

/** Seconds; the largest buckets are for imports and for an API that does not respond. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

interface ProcessMetrics {
  metrics: Registry;
  requestSeconds: Histogram;
  upstreamSeconds: Histogram;
}

declare global {
  /** One per process: the server's entry and its plugin are bundled separately. */
  var condoAdminMetrics: ProcessMetrics | undefined;
}

function createMetrics(): ProcessMetrics {
  const metrics = new Registry();
  if (!IS_WORKER) collectDefaultMetrics({ register: metrics });
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS_SECONDS, registers: [metrics] });
  const requestSeconds = histogram(
    'http_request_duration_seconds',
    'Time to the head of the response, by method, route pattern and status',
    ['method', 'route', 'status'],
  );
  const upstreamSeconds = histogram(
    'upstream_call_duration_seconds',
    'Time of a call to the API, by method, path pattern and status; status "none" is no response',
    ['method', 'path', 'status'],
  );
  return { metrics, requestSeconds, upstreamSeconds };
}

const shared = (globalThis.condoAdminMetrics ??= createMetrics());

/** What this process measures for Prometheus, CPU, memory and event loop lag included. */
export const { metrics } = shared;
/** Every request that got a response; its `_count` is their number. */
export const { requestSeconds } = shared;
/** Every call to the API, over HTTP or in process. */
export const { upstreamSeconds } = shared;

/** A path without ids and other variable segments, so that there are few patterns. */
export function toPattern(path: string): string {
  return path
    .split('/')
    .map((part) => (part === '' || /^[a-z]{1,20}(-[a-z]{1,20}){0,3}$/.test(part) ? part : ':id'))
    .join('/');
}
