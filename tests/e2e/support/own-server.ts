import { test } from '@playwright/test';
import { must } from '../../support/must';
import { createOwnDatabase } from './own-database';
import { ServerProcess, temporaryDataDir } from './server-process';

/**
 * Starts a server for the tests of one file, on an empty folder and a database of its own, and ends it after them; the
 * function returns it while they run.
 */
export function ownServer(): () => ServerProcess {
  let server: ServerProcess | undefined;
  let remove: (() => Promise<void>) | undefined;
  let drop: (() => Promise<void>) | undefined;
  test.beforeAll(async () => {
    const place = await temporaryDataDir();
    remove = place.remove;
    const database = await createOwnDatabase();
    drop = database?.drop;
    server = await ServerProcess.start(
      place.dataDir,
      database ? { DATABASE_URL: database.url } : {},
    );
  });
  test.afterAll(async () => {
    await server?.kill();
    await drop?.();
    await remove?.();
  });
  return () => must(server, 'server');
}
