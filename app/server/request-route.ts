import { createMiddleware } from '@tanstack/react-start';
import { setRouteLabel } from '~/lib/request-context.server';

/** They serve every declared call, which labels itself by its own name (data/perform-call.server.ts). */
const OF_MANY_CALLS = new Set(['readFn', 'changeFn', 'formFn']);

/** Around every server function: labels its call with its name, for log and metrics. A middleware of requests is not told which function it is. */
export const requestRoute = createMiddleware({ type: 'function' }).server(
  ({ next, serverFnMeta }) => {
    // As the code has it.
    const name = serverFnMeta.name.replace(/_createServerFn.*$/, '');
    if (!OF_MANY_CALLS.has(name)) setRouteLabel(`server function ${name}`);
    return next();
  },
);
