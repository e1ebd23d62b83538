import { defineConfig } from 'vitest/config';
import { bulkChildPlugin } from '../../scripts/bulk-child-plugin.ts';
import { languagesPlugin } from '../../scripts/languages-plugin.ts';

/** `npm run test:office`: our exported files through LibreOffice and back. */
export default defineConfig({
  plugins: [bulkChildPlugin(), languagesPlugin()],
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'node',
    include: ['tests/office/**/*.test.ts'],
    globalSetup: ['tests/support/database-server.ts'],
    testTimeout: 10 * 60_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
  },
});
