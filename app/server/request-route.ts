import { createMiddleware } from '@tanstack/react-start';
import { setRouteLabel } from '~/lib/request-context.server';

/** The name that a server function has in the code. */
function functionName({ name }: { name: string }): string {
  return name.replace(/_createServerFn.*$/, '');
}

/** Names a call of a server function by that function, for the log and the figures. */
export const requestRoute = createMiddleware().server(({ next, serverFnMeta }) => {
  if (serverFnMeta) setRouteLabel(`server function ${functionName(serverFnMeta)}`);
  return next();
});
