import { portfolioCheckCalls } from '~/contract/calls/portfolio-check';
import { administratorOf } from '../auth/actor';
import type { ApiDeps } from '../deps';
import { createRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';
import { countAll, listFindings, setAside, takeBack } from './portfolio-check';

/** All of /admin/portfolio-check. */
export function portfolioCheckRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), portfolioCheckCalls, {
    count: () => countAll(deps),
    list: (c) => listFindings(deps, c.req.valid('param').kind, c.req.valid('query')),
    setAside: (c) => setAside(deps, administratorOf(c), c.req.valid('param'), c.req.valid('json')),
    takeBack: (c) => takeBack(deps, administratorOf(c), c.req.valid('param')),
  });
}
