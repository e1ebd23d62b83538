import { createCsrfMiddleware, createStart } from '@tanstack/react-start';
import { serverFunctionErrors } from './data/server-function-errors';
import { fetchServerFunction } from './data/fetch-server-function';
import { documentLanguage, documentSecurity, requestRoute } from './server/middleware';
import { appErrorAdapter } from './upstream/app-error-adapter';

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
