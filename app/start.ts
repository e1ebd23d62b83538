import { createCsrfMiddleware, createStart } from '@tanstack/react-start';
import { serverFunctionErrors } from './data/server-function-errors';
import { fetchServerFunction } from './data/fetch-server-function';
import { documentLanguage } from './server/document-language';
import { documentSecurity } from './server/document-security';
import { requestRoute } from './server/request-route';
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
