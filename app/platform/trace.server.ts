import { currentTrace, type Trace } from './request-context.server';

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** Trace of a request; undefined if the header is missing or invalid. */
export function readTrace(headers: Headers): Trace | undefined {
  const traceparent = headers.get('traceparent') ?? '';
  return TRACEPARENT.test(traceparent)
    ? { traceparent, tracestate: headers.get('tracestate') }
    : undefined;
}

interface OpenTelemetry {
  context: { active(): unknown };
  propagation: { inject(context: unknown, carrier: Map<string, string>, setter: object): void };
}

/**
 * OpenTelemetry's API, if the process was started with it (docs/deploy.md, "Traces"). All copies of the API
 * share it.
 */
function openTelemetry(): OpenTelemetry | undefined {
  const api: unknown = Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1'));
  return isComplete(api) ? api : undefined;
}

function isComplete(api: unknown): api is OpenTelemetry {
  return typeof api === 'object' && api !== null && 'context' in api && 'propagation' in api;
}

const SETTER = {
  set: (carrier: Map<string, string>, name: string, value: string) => carrier.set(name, value),
};

/** The id of the current trace, for the log. */
export function currentTraceId(): string | undefined {
  const api = openTelemetry();
  const carrier = new Map<string, string>();
  api?.propagation.inject(api.context.active(), carrier, SETTER);
  const traceparent = carrier.get('traceparent') ?? currentTrace()?.traceparent;
  return traceparent && TRACEPARENT.exec(traceparent)?.[1];
}

/** Adds the request's trace to a call. OpenTelemetry does that itself, since it inserts its own spans. */
export function sendTrace(headers: Headers): void {
  const trace = openTelemetry() ? undefined : currentTrace();
  if (!trace) return;
  headers.set('traceparent', trace.traceparent);
  if (trace.tracestate !== null) headers.set('tracestate', trace.tracestate);
}
