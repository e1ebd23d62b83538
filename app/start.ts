import { createCsrfMiddleware, createStart } from '@tanstack/react-start';
import { serverFunctionErrors } from './rpc/server-function-errors';
import { fetchServerFunction } from './rpc/fetch-server-function';
import { documentLanguage, documentSecurity, requestRoute } from './server/middleware';
import { appErrorAdapter } from './rpc/app-error-adapter';

export const startInstance = createStart(() => ({
  serializationAdapters: [appErrorAdapter],
  requestMiddleware: [
    createCsrfMiddleware({ filter: (context) => context.handlerType === 'serverFn' }),
    documentSecurity,
    documentLanguage,
  ],
  functionMiddleware: [requestRoute, serverFunctionErrors],
  serverFns: { fetch: fetchServerFunction },
}));
