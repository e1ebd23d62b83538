import { createRoute } from '@hono/zod-openapi';
import { administratorOf } from '../auth/actor';
import { recordChange } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { bearerSecurity, errorResponses } from '../http/openapi';
import { createRouter } from '../http/router';
import { idParamSchema } from '../http/validation';
import { deleteAssociation } from './associations.repo';

const deleteRoute = createRoute({
  method: 'delete',
  path: '/{id}',
  tags: ['Users'],
  security: bearerSecurity,
  summary: "Remove one of a user's associations",
  request: { params: idParamSchema },
  responses: { ...errorResponses(401, 403, 404), 204: { description: 'Removed' } },
});

/** All of /admin/user-condo-associations. */
export function associationRoutes(deps: ApiDeps) {
  return createRouter().openapi(deleteRoute, async (c) => {
    const change = { actor: administratorOf(c), action: 'removed' } as const;
    const deleted = await recordChange(deps.db, change, (tx) =>
      deleteAssociation(tx, c.req.valid('param').id),
    );
    if (!deleted) throw notFound('Association');
    return c.body(null, 204);
  });
}
