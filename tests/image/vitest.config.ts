import { defineConfig } from 'vitest/config';

/** `npm run test:image`: the image, built from the Dockerfile and run as platforms run it. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'node',
    include: ['tests/image/**/*.test.ts'],
    testTimeout: 10 * 60_000,
    hookTimeout: 30 * 60_000,
    disableConsoleIntercept: true,
  },
});
