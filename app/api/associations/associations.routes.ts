import { associationCalls } from '~/contract/calls/users';
import { administratorOf } from '../auth/actor';
import { recordChange } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { deleteAssociation } from './associations.repo';

/** All of /admin/user-condo-associations. */
export function associationRoutes(deps: ApiDeps) {
  return createRouter().openapi(routeOf(associationCalls, 'delete'), async (c) => {
    const change = { actor: administratorOf(c), action: 'removed' } as const;
    const deleted = await recordChange(deps.db, change, (tx) =>
      deleteAssociation(tx, c.req.valid('param').id),
    );
    if (!deleted) throw notFound('Association');
    return c.body(null, 204);
  });
}
