import { AsyncLocalStorage } from 'node:async_hooks';

/** Headers of W3C Trace Context. */
export interface Trace {
  traceparent: string;
  tracestate: string | null;
}

/** The request that the current code runs for. */
interface RequestContext {
  /** Part of each log line, and sent to the API. */
  readonly id: string;
  /** The trace that the request belongs to, as its sender says. */
  readonly trace: Trace | undefined;
  /** The route's pattern, such as /api/admin/condos/{id}: few enough for metrics labels. */
  route: string | undefined;
  /** The request calls a server function. */
  functionCalled: boolean;
  /** A server function has started: a later failure is not caused by the form of the request. */
  functionReached: boolean;
}

declare global {
  /** The server's entry and its plugin are bundled separately; what they share in a process is here. */
  var condoAdminRequests: AsyncLocalStorage<RequestContext> | undefined;
}

const storage = (globalThis.condoAdminRequests ??= new AsyncLocalStorage<RequestContext>());

/** Runs `work`, and everything it starts, in the context of the request with this id. */
export function runForRequest<T>(id: string, work: () => T, trace?: Trace): T {
  const context = { id, trace, route: undefined, functionCalled: false, functionReached: false };
  return storage.run(context, work);
}

/** The request's id; undefined in background work and unit tests. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.id;
}

/** The trace that the request's sender named. */
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

export function markFunctionCalled(): void {
  const context = storage.getStore();
  if (context) context.functionCalled = true;
}

/** Whether the request calls a server function that has not started: what fails then is what the caller has sent. */
export function isUnreadCall(): boolean {
  const context = storage.getStore();
  return context !== undefined && context.functionCalled && !context.functionReached;
}

export function markFunctionReached(): void {
  const context = storage.getStore();
  if (context) context.functionReached = true;
}

/** Whether the request reached a server function; true where there is no context. */
export function wasFunctionReached(): boolean {
  return storage.getStore()?.functionReached ?? true;
}
