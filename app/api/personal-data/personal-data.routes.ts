import { personalDataCalls } from '~/contract/calls/personal-data';
import { administratorOf } from '../auth/actor';
import { requireRecentSignIn } from '../auth/reauthentication';
import type { ApiDeps } from '../deps';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { erasePerson } from './erase-person';
import { exportPerson } from './export-person';

/** All of /admin/personal-data; `{id}` is a user's. */
export function personalDataRoutes(deps: ApiDeps) {
  const middleware = requireRecentSignIn(deps);
  return createRouter()
    .openapi({ ...routeOf(personalDataCalls, 'export'), middleware }, async (c) => {
      const { id } = c.req.valid('param');
      return new Response(await exportPerson(deps, id), {
        headers: {
          'content-type': 'application/json',
          'content-disposition': `attachment; filename="person-${id}.json"`,
        },
      });
    })
    .openapi({ ...routeOf(personalDataCalls, 'erase'), middleware }, async (c) => {
      await erasePerson(deps, administratorOf(c), c.req.valid('param').id);
      return c.body(null, 204);
    });
}
