import { AsyncLocalStorage } from 'node:async_hooks';

/** Headers of W3C Trace Context. */
export interface Trace {
  traceparent: string;
  tracestate: string | null;
}

type FunctionCall = 'called' | 'started';

interface RequestContext {
  /** Part of each log line, and sent to the API. */
  readonly id: string;
  /** The trace that the request belongs to, as its sender says. */
  readonly trace: Trace | undefined;
  /** The route's pattern, such as /api/admin/condos/{id}: few enough for metrics labels. */
  route: string | undefined;
  /** How far its call of a server function has come: what fails once that has started is not caused by the form of the request. */
  functionCall: FunctionCall | undefined;
}

declare global {
  /** The server's entry and its plugin are bundled separately; what they share in a process is here. */
  var condoAdminRequests: AsyncLocalStorage<RequestContext> | undefined;
}

const storage = (globalThis.condoAdminRequests ??= new AsyncLocalStorage<RequestContext>());

/** Runs `work`, and everything it starts, in the context of the request with this id. */
export function runForRequest<T>(id: string, work: () => T, trace?: Trace): T {
  return storage.run({ id, trace, route: undefined, functionCall: undefined }, work);
}

export function currentRequestId(): string | undefined {
  return storage.getStore()?.id;
}

export function currentTrace(): Trace | undefined {
  return storage.getStore()?.trace;
}

export function currentRoute(): string | undefined {
  return storage.getStore()?.route;
}

/** Sets the request's route label. The outermost caller wins: a server function calls the embedded API in process. */
export function setRouteLabel(route: string): void {
  const context = storage.getStore();
  if (context) context.route ??= route;
}

export function markFunction(call: FunctionCall): void {
  const context = storage.getStore();
  if (context) context.functionCall = call;
}

/** Whether the request calls a server function that has not started: what fails then is what the caller has sent. */
export function isUnreadCall(): boolean {
  return storage.getStore()?.functionCall === 'called';
}

/** Whether a server function has started for the request; true where there is no context. */
export function hasFunctionStarted(): boolean {
  const context = storage.getStore();
  return context === undefined || context.functionCall === 'started';
}
