import { personalDataCalls } from '~/users/calls';
import { administratorOf, requireRecentSignIn } from '~/accounts/server/auth-middleware';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { erasePerson } from './erase-person';
import { exportPerson } from './export-person';

/** All of /admin/personal-data; `{id}` is a user's. */
export function personalDataRoutes(deps: ApiDeps) {
  return serveCalls(
    createRouter(),
    personalDataCalls,
    {
      async export(c) {
        const { id } = c.req.valid('param');
        return new Response(await exportPerson(deps, id), {
          headers: {
            'content-type': 'application/json',
            'content-disposition': `attachment; filename="person-${id}.json"`,
          },
        });
      },
      erase: (c) => erasePerson(deps, administratorOf(c), c.req.valid('param').id),
    },
    { middleware: requireRecentSignIn(deps) },
  );
}
