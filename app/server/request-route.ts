import { createMiddleware } from '@tanstack/react-start';
import { setRouteLabel } from '~/lib/request-context.server';

/** A server function's name in the code. */
function functionName({ name }: { name: string }): string {
  return name.replace(/_createServerFn.*$/, '');
}

/** Around every server function: labels its call with its name, for log and metrics. A middleware of requests is not told which function it is. */
export const requestRoute = createMiddleware({ type: 'function' }).server(
  ({ next, serverFnMeta }) => {
    setRouteLabel(`server function ${functionName(serverFnMeta)}`);
    return next();
  },
);
