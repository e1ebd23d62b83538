import { createMiddleware } from '@tanstack/react-start';
import { nameRoute } from '~/lib/request-context.server';

/** Names a call of a server function by that function, for the log and the figures. */
export const requestRoute = createMiddleware().server(({ next, serverFnMeta }) => {
  if (serverFnMeta)
    nameRoute(`server function ${serverFnMeta.name.replace(/_createServerFn.*$/, '')}`);
  return next();
});
