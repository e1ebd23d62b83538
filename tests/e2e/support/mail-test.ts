import { startSmtpServer, type TestSmtpServer } from '../../support/smtp';
import { PanelServer } from './panel-server';
import { test as base } from './test';

export { expect } from '@playwright/test';

/** Tests of the panel on its embedded API with a real mail server. */
export const test = base.extend<object, { smtp: TestSmtpServer }>({
  smtp: [
    async ({}, use) => {
      const smtp = await startSmtpServer();
      await use(smtp);
      await smtp.close();
    },
    { scope: 'worker' },
  ],
  panel: [
    async ({ smtp }, use) => {
      const server = await PanelServer.start({ SMTP_URL: smtp.url });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
