import { test as base } from '@playwright/test';
import { AdminApi } from './admin-api';
import { ConsoleGuard } from './console-guard';
import { withServer } from './own-server';
import type { ServerProcess, Settings, StartOptions } from './server-process';
import { storeSession, type StoredSession } from './stored-session';

export { expect } from '@playwright/test';

interface WorkerFixtures {
  /** The production server with its embedded API, one a worker. */
  panel: ServerProcess;
  api: AdminApi;
}

interface TestFixtures {
  /**
   * True if the browser has a session when the test begins. Turned off by `test.use({ signedIn: false
   * })`.
   */
  signedIn: boolean;
  /** Begins a session of the test's own: Logout ends its token. */
  newSession: () => Promise<StoredSession>;
  browserGuard: ConsoleGuard;
}

/** Options of a fixture that all tests of a worker share. */
export const OF_A_WORKER = { scope: 'worker', timeout: 90_000 } as const;

/** Tests of the panel on its embedded API. Anything unexpected on the console fails them. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  panel: [({}, use) => withServer({}, use), OF_A_WORKER],
  api: [async ({ panel }, use) => use(await AdminApi.signIn(panel.url)), { scope: 'worker' }],
  signedIn: [true, { option: true }],
  newSession: ({ panel }, use) => use(async () => (await AdminApi.signIn(panel.url)).session),
  baseURL: ({ panel }, use) => use(panel.url),
  context: async ({ context, panel, signedIn, newSession }, use) => {
    if (signedIn) await storeSession(context, panel.url, await newSession());
    await use(context);
  },
  browserGuard: [
    async ({ context, panel }, use, testInfo) => {
      const guard = new ConsoleGuard(context, [panel.url]);
      await use(guard);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server log', { body: panel.output, contentType: 'text/plain' });
      }
      guard.check();
    },
    { auto: true },
  ],
});

/** Tests on a server of the file's own: what it holds is theirs alone. */
export function testsOnOwnServer(settings: Settings = {}, options?: StartOptions) {
  return test.extend<object, Pick<WorkerFixtures, 'panel'>>({
    panel: [({}, use) => withServer(settings, use, options), OF_A_WORKER],
  });
}
