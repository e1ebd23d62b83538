import { test as base } from '@playwright/test';
import { AdminApi } from './admin-api';
import { ConsoleGuard } from './console-guard';
import { PanelServer } from './panel-server';

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

/** Tests of the panel on its embedded API. Anything unexpected on the console fails them. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  panel: [
    async ({}, use) => {
      const server = await PanelServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  api: [async ({ panel }, use) => use(await AdminApi.signIn(panel.url)), { scope: 'worker' }],
  signedIn: [true, { option: true }],
  baseURL: ({ panel }, use) => use(panel.url),
  // A session of its own: Logout ends its token.
  storageState: async ({ panel, signedIn }, use) =>
    use(storageOf(panel.url, signedIn ? (await AdminApi.signIn(panel.url)).session : null)),
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

/** Local storage as a successful sign-in leaves it. */
export function storageOf(
  origin: string,
  session: { token: string; user: Record<string, unknown> } | null,
) {
  const localStorage = session
    ? [
        { name: 'access_token', value: session.token },
        { name: 'user', value: JSON.stringify(session.user) },
      ]
    : [];
  return { cookies: [], origins: [{ origin, localStorage }] };
}
