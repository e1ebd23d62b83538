import { defineConfig } from 'vitest/config';

/** `npm run test:load`: minutes of load on the production build, which is killed again and again. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'node',
    include: ['tests/load/**/*.test.ts'],
    testTimeout: 24 * 60 * 60_000,
    disableConsoleIntercept: true,
  },
});
