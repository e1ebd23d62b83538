import { slowSuite } from '../support/slow-suite.ts';

/** `npm run test:image`: the image, built from the Dockerfile and run as platforms run it. */
export default slowSuite('image', { testTimeout: 10 * 60_000, hookTimeout: 30 * 60_000 });
