import { defineConfig } from 'vitest/config';
import { bulkChildPlugin } from './scripts/bulk-child-plugin.ts';
import { languagesPlugin } from './scripts/languages-plugin.ts';
import { serverFunctionsPlugin } from './tests/support/server-functions-plugin.ts';

/** How long a test waits for what has to come, and how long it may take: only one that fails waits to the end. */
const WAITING = {
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 10 * 60_000,
  hookTimeout: 10 * 60_000,
};

/**
 * The Vitest suites. app.config.ts is left out on purpose: the framework's server plugins have no place in tests.
 * End-to-end tests are Playwright's (playwright.config.ts).
 */
export default defineConfig({
  test: {
    // One more than two cores: tests wait for databases and processes for a fifth of their time.
    maxWorkers: 3,
    // A worker serves many files, which share all modules: it takes half of the CPU time that a worker for each file takes.
    isolate: false,
    projects: [
      {
        plugins: [bulkChildPlugin(), languagesPlugin()],
        resolve: { tsconfigPaths: true },
        test: {
          name: 'unit',
          ...WAITING,
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
        },
      },
      {
        plugins: [bulkChildPlugin(), languagesPlugin()],
        resolve: { tsconfigPaths: true },
        test: {
          name: 'api',
          ...WAITING,
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          // The API hands Swagger UI's stylesheet out; other styles are left out of tests.
          css: { include: [/swagger-ui/] },
        },
      },
      {
        plugins: [serverFunctionsPlugin(), bulkChildPlugin(), languagesPlugin()],
        resolve: { tsconfigPaths: true },
        test: {
          name: 'ui',
          ...WAITING,
          environment: 'jsdom',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/list-texts.ts'],
          setupFiles: ['tests/support/ui-setup.ts', 'tests/support/untranslated.ts'],
        },
      },
    ],
  },
});
