import { portfolioCheckCalls } from '~/contract/calls/portfolio-check';
import { administratorOf } from '../auth/actor';
import type { ApiDeps } from '../deps';
import { routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { countAll, listFindings, setAside, takeBack } from './portfolio-check';

/** All of /admin/portfolio-check. */
export function portfolioCheckRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(routeOf(portfolioCheckCalls, 'count'), async (c) => c.json(await countAll(deps), 200))
    .openapi(routeOf(portfolioCheckCalls, 'list'), async (c) =>
      c.json(await listFindings(deps, c.req.valid('param').kind, c.req.valid('query')), 200),
    )
    .openapi(routeOf(portfolioCheckCalls, 'setAside'), async (c) => {
      await setAside(deps, administratorOf(c), c.req.valid('param'), c.req.valid('json'));
      return c.body(null, 204);
    })
    .openapi(routeOf(portfolioCheckCalls, 'takeBack'), async (c) => {
      await takeBack(deps, administratorOf(c), c.req.valid('param'));
      return c.body(null, 204);
    });
}
