import { test } from '@playwright/test';
import { must } from '../../support/must';
import { createOwnDatabase } from './own-database';
import { ServerProcess, temporaryDataDir } from './server-process';

export interface OwnServer {
  server: ServerProcess;
  /** How the test connects to its database. */
  databaseUrl: () => string;
  end: () => Promise<void>;
}

/**
 * Starts a server on an empty folder and a database of its own, a copy of the run's template: to make a database server
 * takes a second and a half of CPU time.
 */
export async function startOwnServer(
  env: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<OwnServer> {
  const { dataDir, remove } = await temporaryDataDir();
  const database = await createOwnDatabase();
  const settings = { ...(database && { DATABASE_URL: database.url }), ...env };
  const server = await ServerProcess.start(dataDir, settings, port);
  return {
    server,
    databaseUrl: () => database?.url ?? server.databaseUrl(),
    async end() {
      await server.kill();
      await database?.drop();
      await remove();
    },
  };
}

/** The same for the tests of one file; the function returns the server while they run. */
export function ownServer(): () => ServerProcess {
  let own: OwnServer | undefined;
  test.beforeAll(async () => {
    own = await startOwnServer();
  });
  test.afterAll(() => own?.end());
  return () => must(own, 'server').server;
}
