import { createServerEntry } from '@tanstack/react-start/server';
import { fromJSON, toJSON } from 'seroval';
import { appErrorAdapter, serverFunctionErrors } from '~/rpc/errors';
import { AppError } from '~/rpc/errors/app-error';
import { formRequest } from './form-stream';

/**
 * createServerFn for UI tests, without the framework's compiler and HTTP. All in this process, a server
 * function runs its browser middleware, then, within a request, its server middleware, its validator
 * and its handler. Data between the two sides is serialised like the framework's.
 */

/** Parts of a call that middleware may read and pass on. */
interface Call {
  data: unknown;
  context: object;
  headers: Headers;
  signal: AbortSignal | undefined;
}

interface Additions {
  context?: object;
  headers?: HeadersInit;
}

type Step = (call: Call & { next: (more?: Additions) => Promise<unknown> }) => Promise<unknown>;
type Side = 'client' | 'server';

interface Middleware {
  options: Partial<Record<Side | 'middleware', unknown>>;
}

type Handler = (call: { data: unknown; context: object }) => unknown;

interface Options {
  method: 'GET' | 'POST';
  middleware: readonly Middleware[];
  validator: (input: unknown) => unknown;
}

interface Input {
  data?: unknown;
  headers?: HeadersInit;
  signal?: AbortSignal;
}

const ADDRESS = 'http://panel.test/_serverFn/test';

/** The framework's builder, as far as the panel uses it. */
export function createServerFn({ method }: Pick<Options, 'method'>) {
  return builder({ method, middleware: [], validator: (input) => input });
}

function builder(options: Options) {
  return {
    middleware: (middleware: readonly Middleware[]) => builder({ ...options, middleware }),
    validator: (validator: Options['validator']) => builder({ ...options, validator }),
    handler: (handler: Handler) =>
      Object.assign(callerOf(options, handler), {
        url: new URL(ADDRESS).pathname,
        method: options.method,
      }),
  };
}

function callerOf({ method, middleware, validator }: Options, handler: Handler) {
  // The panel's app/start.ts puts this one around every server function.
  const all = [serverFunctionErrors, ...middleware].flatMap(withItsOwn);
  return ({ data, headers, signal }: Input = {}) =>
    runSteps(
      all,
      'client',
      { data, context: {}, headers: new Headers(headers), signal },
      async (sent) => {
        const { request, input } = toRequest(method, sent);
        const answer = await inRequest(request, () =>
          runSteps(all, 'server', { ...sent, data: input, context: {} }, async (received) =>
            handler({ ...received, data: validator(received.data) }),
          ),
        );
        return cross(answer);
      },
    );
}

/** A middleware after those that it builds on. */
function withItsOwn(one: Middleware): Middleware[] {
  const { middleware } = one.options;
  return [...(areMiddleware(middleware) ? middleware.flatMap(withItsOwn) : []), one];
}

function areMiddleware(value: unknown): value is readonly Middleware[] {
  return Array.isArray(value);
}

/** Runs the middleware of one side from the outside in, and `last` in the middle. */
async function runSteps(
  [first, ...rest]: readonly Middleware[],
  side: Side,
  call: Call,
  last: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  if (!first) return last(call);
  const step = first.options[side];
  if (!isStep(step)) return runSteps(rest, side, call, last);
  const next = ({ context, headers }: Additions = {}) => {
    const merged = new Headers(call.headers);
    for (const [name, value] of new Headers(headers)) merged.set(name, value);
    return runSteps(
      rest,
      side,
      { ...call, context: { ...call.context, ...context }, headers: merged },
      last,
    );
  };
  return step({ ...call, next });
}

function isStep(value: unknown): value is Step {
  return typeof value === 'function';
}

/** Runs `work` within a request. An error crosses to the browser as the framework sends it. */
async function inRequest(request: Request, work: () => Promise<unknown>): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const entry = createServerEntry({
    fetch: async () => {
      await work().then(resolve, (error: unknown) => reject(crossError(error)));
      return new Response();
    },
  });
  const [result] = await Promise.all([promise, entry.fetch(request)]);
  return result;
}

function crossError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return appErrorAdapter.fromSerializable(appErrorAdapter.toSerializable(error));
}

/** The request of a call; a form is its body, everything else arrives as `input`. */
function toRequest(method: string, { data, headers }: Call): { request: Request; input: unknown } {
  return data instanceof FormData
    ? { request: formRequest(ADDRESS, data, headers), input: undefined }
    : { request: new Request(ADDRESS, { method, headers }), input: cross(data) };
}

/** A value as it arrives on the other side: responses as they are, everything else serialised. */
function cross(value: unknown): unknown {
  return value instanceof Response ? value : fromJSON(toJSON(value));
}
