import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { IS_WORKER } from './platform';

/** Seconds; the last ones are for imports and for an API that hangs. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

interface ProcessMetrics {
  metrics: Registry;
  requestSeconds: Histogram;
  upstreamSeconds: Histogram;
}

declare global {
  /** One a process: the server's entry and its plugin are bundled apart. */
  var condoAdminMetrics: ProcessMetrics | undefined;
}

function createMetrics(): ProcessMetrics {
  const metrics = new Registry();
  if (!IS_WORKER) collectDefaultMetrics({ register: metrics });
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS_SECONDS, registers: [metrics] });
  const requestSeconds = histogram(
    'http_request_duration_seconds',
    'Time to the head of the answer, by method, pattern of the route and status',
    ['method', 'route', 'status'],
  );
  const upstreamSeconds = histogram(
    'upstream_call_duration_seconds',
    'Time of a call to the API, by method, pattern of the path and status; status "none" is no answer',
    ['method', 'path', 'status'],
  );
  return { metrics, requestSeconds, upstreamSeconds };
}

const shared = (globalThis.condoAdminMetrics ??= createMetrics());

/** What this process measures, in Prometheus' terms: processor, memory and event loop lag by themselves. */
export const { metrics } = shared;
/** Every answered request; its `_count` is the number of them. */
export const { requestSeconds } = shared;
/** Every call to the API, over HTTP or in process. */
export const { upstreamSeconds } = shared;

/** A path without what differs from call to call: only plain words stay, so that the patterns are few. */
export function toPattern(path: string): string {
  return path
    .split('/')
    .map((part) => (part === '' || /^[a-z]{1,20}(-[a-z]{1,20}){0,3}$/.test(part) ? part : ':id'))
    .join('/');
}
