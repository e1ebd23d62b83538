import { createMiddleware } from '@tanstack/react-start';
import { setRouteLabel } from '~/lib/request-context.server';

/** A server function's name in the code. */
function functionName({ name }: { name: string }): string {
  return name.replace(/_createServerFn.*$/, '');
}

/** Labels a call of a server function with its name, for log and metrics. */
export const requestRoute = createMiddleware().server(({ next, serverFnMeta }) => {
  if (serverFnMeta) setRouteLabel(`server function ${functionName(serverFnMeta)}`);
  return next();
});
