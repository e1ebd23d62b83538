import { createCsrfMiddleware, createStart } from '@tanstack/react-start';
import { appErrorAdapter, serverFunctionErrors } from '~/rpc/errors';
import { fetchServerFunction } from '~/rpc/fetch';
import { documentLanguage, documentSecurity, requestRoute } from '~/platform/http/middleware';

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
