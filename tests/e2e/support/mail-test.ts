import { expect } from '@playwright/test';
import { must } from '../../support/must';
import { startSmtpServer, type TestSmtpServer } from '../../support/smtp';
import { PanelServer } from './panel-server';
import { test as base } from './test';

export { expect };

/** The text of the one mail to this address; the server may have mails of other files' tests. */
export async function onlyMailTo(smtp: TestSmtpServer, address: string): Promise<string> {
  const mails = () => smtp.received.filter(({ recipients }) => recipients.includes(address));
  await expect.poll(() => mails().length).toBe(1);
  return must(mails()[0]?.mail.text, `a text for ${address}`);
}

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
