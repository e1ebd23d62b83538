import { createMiddleware } from '@tanstack/react-start';
import { setRouteLabel } from '~/lib/request-context.server';

/** A server function's name in the code. */
function functionName({ name }: { name: string }): string {
  return name.replace(/_createServerFn.*$/, '');
}

/** They serve every declared call, which labels itself by its own name (data/perform-call.server.ts). */
const OF_MANY_CALLS = new Set(['readFn', 'changeFn', 'formFn']);

/** Around every server function: labels its call with its name, for log and metrics. A middleware of requests is not told which function it is. */
export const requestRoute = createMiddleware({ type: 'function' }).server(
  ({ next, serverFnMeta }) => {
    const name = functionName(serverFnMeta);
    if (!OF_MANY_CALLS.has(name)) setRouteLabel(`server function ${name}`);
    return next();
  },
);
