import { defineConfig } from 'vitest/config';
import { bulkChildPlugin } from './scripts/bulk-child-plugin.ts';
import { serverFunctionsPlugin } from './tests/support/server-functions-plugin.ts';

/**
 * The Vitest suites. app.config.ts is left out on purpose: the framework's server plugins have no place in tests.
 * End-to-end tests are Playwright's (playwright.config.ts).
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [bulkChildPlugin()],
        resolve: { tsconfigPaths: true },
        test: {
          name: 'unit',
          environment: 'node',
          testTimeout: 30_000,
          include: ['tests/unit/**/*.test.ts'],
        },
      },
      {
        plugins: [bulkChildPlugin()],
        resolve: { tsconfigPaths: true },
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          // The API hands Swagger UI's stylesheet out; other styles are left out of tests.
          css: { include: [/swagger-ui/] },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [serverFunctionsPlugin(), bulkChildPlugin()],
        resolve: { tsconfigPaths: true },
        test: {
          name: 'ui',
          environment: 'jsdom',
          // The modules of the app are loaded anew for each file all the same; what is shared is jsdom and node_modules.
          isolate: false,
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/ui-setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
