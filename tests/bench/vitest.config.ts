import { defineConfig } from 'vitest/config';
import { bulkChildPlugin } from '../../scripts/bulk-child-plugin.ts';

/** `npm run bench`: benchmarks of the production build, as ratios to references of the same run. Never a gate. */
export default defineConfig({
  plugins: [bulkChildPlugin()],
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'node',
    include: ['tests/bench/**/*.bench.ts'],
    testTimeout: 15 * 60_000,
    hookTimeout: 5 * 60_000,
    fileParallelism: false,
    disableConsoleIntercept: true,
    globalSetup: ['tests/bench/report.ts'],
  },
});
