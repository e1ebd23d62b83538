import { bulkChildPlugin } from '../../scripts/bulk-child-plugin.ts';
import { slowSuite } from '../support/slow-suite.ts';

/** `npm run bench` measures the production build as ratios to references of the same run. Never a gate. */
export default slowSuite(
  'bench',
  {
    testTimeout: 15 * 60_000,
    hookTimeout: 5 * 60_000,
    fileParallelism: false,
    globalSetup: ['tests/bench/report.ts'],
  },
  [bulkChildPlugin()],
);
