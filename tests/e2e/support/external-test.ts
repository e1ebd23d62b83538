import { test as base } from '@playwright/test';
import { EXTERNAL_ACCOUNTS } from '../../support/external-api/data';
import { ExternalApi } from '../../support/external-api/external-api';
import { ConsoleGuard } from './console-guard';
import { PanelServer } from './panel-server';
import { storeSession } from './stored-session';

export { expect } from '@playwright/test';

const [CHIEF] = EXTERNAL_ACCOUNTS;
export { CHIEF };

interface WorkerFixtures {
  stranger: ExternalApi;
  panel: PanelServer;
}

interface TestFixtures {
  signedIn: boolean;
  /** The stand-in with fresh data; a call outside of the wire contract fails the test. */
  external: ExternalApi;
  browserGuard: ConsoleGuard;
}

/** Tests of the panel on the strict stand-in for an external API. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  stranger: [
    async ({}, use) => {
      const api = await ExternalApi.start();
      await use(api);
      await api.close();
    },
    { scope: 'worker' },
  ],
  panel: [
    async ({ stranger }, use) => {
      const server = await PanelServer.start({ API_BASE_URL: stranger.baseUrl });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  signedIn: [true, { option: true }],
  external: [
    async ({ stranger }, use) => {
      await stranger.reset();
      await use(stranger);
      if (stranger.violations.length > 0) {
        throw new Error(`Calls outside of the wire contract:\n${stranger.violations.join('\n')}`);
      }
    },
    { auto: true },
  ],
  baseURL: ({ panel }, use) => use(panel.url),
  context: async ({ context, panel, signedIn }, use) => {
    const user = {
      id: 1,
      email: CHIEF.username,
      first_name: CHIEF.first_name,
      is_superuser: true,
      role: 'super_admin',
    };
    const session = { token: `token-of-${CHIEF.username}`, user };
    if (signedIn) await storeSession(context, panel.url, session);
    await use(context);
  },
  browserGuard: [
    async ({ context, panel }, use) => {
      const guard = new ConsoleGuard(context, [panel.url]);
      await use(guard);
      guard.check();
    },
    { auto: true },
  ],
});
