import { eq } from 'drizzle-orm';
import { associationCalls } from '~/users/calls';
import { administratorOf } from '~/accounts/server/auth-middleware';
import { recordChange } from '~/platform/database/record-change';
import { userCondoAssociations } from '~/platform/database/schema/records';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { notFound } from '~/rpc/embedded/api-error';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';

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
