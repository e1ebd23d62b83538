import { importTypeScript } from '../../../scripts/lib/import-typescript.mjs';
import type * as databaseServer from '../../support/database-server';
import { SERVER_VARIABLE } from './own-server';

/**
 * Playwright's globalSetup: one database server for all panels of the run. What replaces the production build
 * (E2E_SERVER_ENTRY) brings stores of its own.
 */
export default async function setUpDatabaseServer() {
  if (process.env.E2E_SERVER_ENTRY) return undefined;
  const { startTestDatabaseServer } = await importTypeScript<typeof databaseServer>(
    'tests/support/database-server.ts',
  );
  const server = await startTestDatabaseServer();
  process.env[SERVER_VARIABLE] = JSON.stringify(server.connection);
  return server.stop;
}
