import { slowSuite } from '../support/slow-suite.ts';

/** `npm run test:load`: minutes of load on the production build, which is killed again and again. */
export default slowSuite('load', { testTimeout: 24 * 60 * 60_000 });
