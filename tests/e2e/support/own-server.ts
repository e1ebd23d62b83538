import { test } from '@playwright/test';
import { must } from '../../support/must';
import { ServerProcess, temporaryDataDir } from './server-process';

/** Starts a server for the tests of one file, on an empty folder, and ends it after them; the function returns it while they run. */
export function ownServer(): () => ServerProcess {
  let server: ServerProcess | undefined;
  let remove: (() => Promise<void>) | undefined;
  test.beforeAll(async () => {
    const place = await temporaryDataDir();
    remove = place.remove;
    server = await ServerProcess.start(place.dataDir);
  });
  test.afterAll(async () => {
    await server?.kill();
    await remove?.();
  });
  return () => must(server, 'server');
}
