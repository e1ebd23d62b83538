import { EXTERNAL_ACCOUNTS } from '../../support/external-api/data';
import { ExternalApi } from '../../support/external-api/external-api';
import { withServer } from './own-server';
import { OF_A_WORKER, test as base } from './test';

export { expect } from '@playwright/test';

const [CHIEF] = EXTERNAL_ACCOUNTS;
export { CHIEF };

interface TestFixtures {
  /** The stand-in with fresh data; a call outside of the wire contract fails the test. */
  external: ExternalApi;
}

/** Tests of the panel on the strict stand-in for an external API. */
export const test = base.extend<TestFixtures, { stranger: ExternalApi }>({
  stranger: [
    async ({}, use) => {
      const api = await ExternalApi.start();
      await use(api);
      await api.close();
    },
    { scope: 'worker' },
  ],
  panel: [({ stranger }, use) => withServer({ API_BASE_URL: stranger.baseUrl }, use), OF_A_WORKER],
  newSession: ({}, use) =>
    use(() =>
      Promise.resolve({
        token: `token-of-${CHIEF.username}`,
        user: {
          id: 1,
          email: CHIEF.username,
          first_name: CHIEF.first_name,
          is_superuser: true,
          role: 'super_admin',
        },
      }),
    ),
  external: [
    async ({ stranger }, use) => {
      stranger.reset();
      await use(stranger);
      if (stranger.violations.length > 0) {
        throw new Error(`Calls outside of the wire contract:\n${stranger.violations.join('\n')}`);
      }
    },
    { auto: true },
  ],
});
