import { associationCalls } from '~/contract/calls/users';
import { administratorOf } from '../auth/auth-middleware';
import { recordChange } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { createRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';
import { deleteAssociation } from './associations.repo';

export function associationRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), associationCalls, {
    async delete(c) {
      const change = { actor: administratorOf(c), action: 'removed' } as const;
      const deleted = await recordChange(deps.db, change, (tx) =>
        deleteAssociation(tx, c.req.valid('param').id),
      );
      if (!deleted) throw notFound('Association');
    },
  });
}
