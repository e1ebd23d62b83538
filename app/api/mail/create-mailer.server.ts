import { join } from 'node:path';
import type { Log } from '~/lib/log';
import type { Settings } from '~/lib/settings.server';
import { createFileMailer } from './file-mailer.server';
import type { Mailer } from './mailer';
import { createSmtpMailer } from './smtp-mailer.server';

/** SMTP where SMTP_URL names a server, else files under DATA_DIR/mail. */
export function createMailer(
  { smtp, mailFrom, dataDir }: Pick<Settings, 'smtp' | 'mailFrom' | 'dataDir'>,
  log: Log,
): Mailer {
  if (smtp) return createSmtpMailer({ ...smtp, from: mailFrom });
  return createFileMailer({ folder: mailFolder({ dataDir }), from: mailFrom, log });
}

/** Where mails without a mail server are written. */
export function mailFolder({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'mail');
}
