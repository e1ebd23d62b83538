import { defineConfig } from 'vitest/config';

/** `npm run test:failover`: the production build on PostgreSQL servers of which one takes over from the other. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'node',
    include: ['tests/failover/**/*.test.ts'],
    testTimeout: 20 * 60_000,
    hookTimeout: 10 * 60_000,
    disableConsoleIntercept: true,
  },
});
