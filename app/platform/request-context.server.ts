import { AsyncLocalStorage } from 'node:async_hooks';

/** Headers of W3C Trace Context. */
export interface Trace {
  traceparent: string;
  tracestate: string | null;
}

type FunctionCall = 'called' | 'started';

interface RequestContext {
  /** Id of the request. Each log line has it, and the API receives it. */
  readonly id: string;
  /** The trace of the request, according to its sender. */
  readonly trace: Trace | undefined;
  /** The route's pattern, such as /api/admin/condos/{id}. Patterns are few enough for metrics labels. */
  route: string | undefined;
  /**
   * Progress of a server function call. After its start, errors are not caused by the form of the request.
   */
  functionCall: FunctionCall | undefined;
}

declare global {
  /** Global, since the server's entry and its plugin are built separately but share one process. */
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

/** Sets the route label. The first caller wins: server functions call the embedded API in-process. */
export function setRouteLabel(route: string): void {
  const context = storage.getStore();
  if (context) context.route ??= route;
}

export function markFunction(call: FunctionCall): void {
  const context = storage.getStore();
  if (context) context.functionCall = call;
}

/** True for a server function call that has not started. Its errors are caused by the caller's input. */
export function isUnreadCall(): boolean {
  return storage.getStore()?.functionCall === 'called';
}

/** True if a server function has started for the request, or if there is no context. */
export function hasFunctionStarted(): boolean {
  const context = storage.getStore();
  return context === undefined || context.functionCall === 'started';
}
