import { createCsrfMiddleware, createStart } from '@tanstack/react-start';
import { serverFunctionErrors } from './data/server-function-errors';
import { fetchServerFunction } from './data/fetch-server-function';
import { documentSecurity } from './server/document-security';
import { appErrorAdapter } from './upstream/app-error-adapter';

export const startInstance = createStart(() => ({
  serializationAdapters: [appErrorAdapter],
  requestMiddleware: [
    createCsrfMiddleware({ filter: (context) => context.handlerType === 'serverFn' }),
    documentSecurity,
  ],
  functionMiddleware: [serverFunctionErrors],
  serverFns: { fetch: fetchServerFunction },
}));
