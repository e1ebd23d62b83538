import { administratorOf } from '../auth/actor';
import type { ApiDeps } from '../deps';
import { createRouter } from '../http/router';
import { countAll, listFindings, setAside, takeBack } from './portfolio-check';
import { countRoute, listRoute, setAsideRoute, takeBackRoute } from './portfolio-check.openapi';

/** All of /admin/portfolio-check. */
export function portfolioCheckRoutes(deps: ApiDeps) {
  return createRouter()
    .openapi(countRoute, async (c) => c.json(await countAll(deps), 200))
    .openapi(listRoute, async (c) =>
      c.json(await listFindings(deps, c.req.valid('param').kind, c.req.valid('query')), 200),
    )
    .openapi(setAsideRoute, async (c) => {
      await setAside(deps, administratorOf(c), c.req.valid('param'), c.req.valid('json'));
      return c.body(null, 204);
    })
    .openapi(takeBackRoute, async (c) => {
      await takeBack(deps, administratorOf(c), c.req.valid('param'));
      return c.body(null, 204);
    });
}
