import { slowSuite } from '../support/slow-suite.ts';

/**
 * `npm run test:failover`: the production build on two PostgreSQL servers, one of which takes over from
 * the other.
 */
export default slowSuite('failover', { testTimeout: 20 * 60_000, hookTimeout: 10 * 60_000 });
