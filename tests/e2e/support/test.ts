import { test as base } from '@playwright/test';
import { AdminApi } from './admin-api';
import { ConsoleGuard } from './console-guard';
import { PanelServer } from './panel-server';
import { storeSession } from './stored-session';

export { expect } from '@playwright/test';

interface WorkerFixtures {
  /** The production server with its embedded API, one a worker. */
  panel: PanelServer;
  api: AdminApi;
}

interface TestFixtures {
  /** Whether the browser has a session when the test begins; `test.use({ signedIn: false })`. */
  signedIn: boolean;
  browserGuard: ConsoleGuard;
}

type PanelFixture = [
  (args: object, use: (panel: PanelServer) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
];

/** A server that no other worker has; a file that declares the fixture anew shares none with other files either. */
export function newPanel(): PanelFixture {
  return [
    async ({}, use) => {
      const server = await PanelServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ];
}

/** Tests of the panel on its embedded API. Anything unexpected on the console fails them. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  panel: newPanel(),
  api: [async ({ panel }, use) => use(await AdminApi.signIn(panel.url)), { scope: 'worker' }],
  signedIn: [true, { option: true }],
  baseURL: ({ panel }, use) => use(panel.url),
  context: async ({ context, panel, signedIn }, use) => {
    // A session of its own: Logout ends its token.
    if (signedIn) {
      const { session } = await AdminApi.signIn(panel.url);
      await storeSession(context, panel.url, session);
    }
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
