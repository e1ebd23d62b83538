import type { ApiRouter } from '../http/router';

/** The OpenAPI 3.1 description of every route, made from the contract. */
export function createDocument(app: Pick<ApiRouter, 'getOpenAPI31Document' | 'openAPIRegistry'>) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The access_token of POST /api/auth/login',
  });
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Condo Admin API',
      version: '1.0.0',
      description: 'Residential buildings, their apartments, people and invitations.',
    },
  });
}
