import { expect } from '@playwright/test';
import { must } from '../../support/must';
import { startSmtpServer, type TestSmtpServer } from '../../support/smtp';
import { withServer } from './own-server';
import { OF_A_WORKER, test as base } from './test';

export { expect };

/** The link in the one mail to this address; the server may have mails of other files' tests. */
export async function linkMailedTo(smtp: TestSmtpServer, address: string): Promise<URL> {
  const mails = () => smtp.received.filter(({ recipients }) => recipients.includes(address));
  await expect.poll(() => mails().length).toBe(1);
  const [link] = must(/http:\S+\?token=[\w-]+/.exec(mails()[0]?.mail.text ?? ''), 'a link');
  return new URL(link);
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
  panel: [({ smtp }, use) => withServer({ SMTP_URL: smtp.url }, use), OF_A_WORKER],
});
