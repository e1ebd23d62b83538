import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { IS_WORKER } from './platform';
import { COMMIT, VERSION } from '~/rpc/release';

/** Buckets in seconds. The largest are for imports, and for an API that does not respond. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

declare global {
  /** Global, since the server's entry and its plugin are built separately and would have one each. */
  var condoAdminMetrics: ReturnType<typeof createMetrics> | undefined;
}

function createMetrics() {
  const metrics = new Registry();
  if (!IS_WORKER) collectDefaultMetrics({ register: metrics });
  new Gauge({
    name: 'build_info',
    help: 'The release that runs; always 1',
    labelNames: ['version', 'commit'],
    registers: [metrics],
  }).set({ version: VERSION, commit: COMMIT }, 1);
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS_SECONDS, registers: [metrics] });
  const requestSeconds = histogram(
    'http_request_duration_seconds',
    'Time until the last byte of the response, by method, route pattern and status',
    ['method', 'route', 'status'],
  );
  const upstreamSeconds = histogram(
    'upstream_call_duration_seconds',
    'Time of a call to the API, by method, path pattern and status; status "none" is no response',
    ['method', 'path', 'status'],
  );
  const s3Seconds = histogram(
    's3_call_duration_seconds',
    'Time of a call to the image store, by method and status; status "none" is no response',
    ['method', 'status'],
  );
  /** Each result starts at 0, so that its first event is an increase. */
  const results = (name: string, help: string, ...values: string[]) => {
    const counter = new Counter({ name, help, labelNames: ['result'], registers: [metrics] });
    for (const result of values) counter.inc({ result }, 0);
    return counter;
  };
  const signIns = results('sign_ins_total', 'Sign-ins by result', 'ok', 'failed');
  const mails = results('mail_attempts_total', 'By result', 'sent', 'postponed', 'failed');
  const imports = results('imports_total', 'Imports by result', 'done', 'invalid', 'failed');
  const mcpCalls = new Counter({
    name: 'mcp_calls_total',
    help: 'Uses of the tools for agents, by tool and result: ok, rejected, failed',
    labelNames: ['tool', 'result'],
    registers: [metrics],
  });
  const help = 'Statements of calls that took more than 500 ms; the log has each';
  const slowStatements = new Counter({ name: 'slow_statements_total', help, registers: [metrics] });
  const timed = { requestSeconds, upstreamSeconds, s3Seconds };
  return { metrics, ...timed, signIns, mails, imports, mcpCalls, slowStatements };
}

/** The measurements of this process for Prometheus, CPU, memory and event loop lag included. */
export const {
  metrics,
  requestSeconds,
  upstreamSeconds,
  s3Seconds,
  signIns,
  mails,
  imports,
  mcpCalls,
  slowStatements,
} = (globalThis.condoAdminMetrics ??= createMetrics());

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** The label of a method. Other methods have one label together, since clients may send anything. */
export function knownMethod(method: string): string {
  return METHODS.has(method) ? method : 'other';
}
