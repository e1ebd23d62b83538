import { eq } from 'drizzle-orm';
import { associationCalls } from '~/contract/calls/users';
import { administratorOf } from '../auth/auth-middleware';
import { recordChange } from '../db/record-change';
import { userCondoAssociations } from '../db/schema';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { createRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';

export function associationRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), associationCalls, {
    async delete(c) {
      const change = { actor: administratorOf(c), action: 'removed' } as const;
      const isAsked = eq(userCondoAssociations.id, c.req.valid('param').id);
      const { rowCount } = await recordChange(deps.db, change, (tx) =>
        tx.delete(userCondoAssociations).where(isAsked),
      );
      if (rowCount === 0) throw notFound('Association');
    },
  });
}
