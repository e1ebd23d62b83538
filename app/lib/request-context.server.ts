import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known about the request that this code runs for. */
interface RequestContext {
  /** Stands in every line of the log and goes along to the API. */
  readonly id: string;
  /** The pattern of what answers it, such as /api/admin/condos/{id}: few enough to count by. */
  route: string | undefined;
  /** A server function has begun: whatever fails from here on is not the form of the request. */
  functionReached: boolean;
}

declare global {
  /** The server's entry and its plugin are bundled apart; what they share of a process is here. */
  var condoAdminRequests: AsyncLocalStorage<RequestContext> | undefined;
}

const storage = (globalThis.condoAdminRequests ??= new AsyncLocalStorage<RequestContext>());

/** Runs `work`, and all that it starts, for the request with this id. */
export function runForRequest<T>(id: string, work: () => T): T {
  return storage.run({ id, route: undefined, functionReached: false }, work);
}

/** The request's id; undefined in the background and in tests of a part. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.id;
}

export function currentRoute(): string | undefined {
  return storage.getStore()?.route;
}

/** Names what answers the request. The outermost one names it: a server function calls the embedded API in process. */
export function setRouteLabel(route: string): void {
  const context = storage.getStore();
  if (context) context.route ??= route;
}

export function markFunctionReached(): void {
  const context = storage.getStore();
  if (context) context.functionReached = true;
}

/** Whether the request got as far as a server function; where nothing is known of it, it is taken to have. */
export function wasFunctionReached(): boolean {
  return storage.getStore()?.functionReached ?? true;
}
