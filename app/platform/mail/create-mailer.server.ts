import { join } from 'node:path';
import type { Log } from '~/platform/log';
import type { Settings } from '~/platform/settings.server';
import { createFileMailer } from './file-mailer.server';
import type { Mailer } from './mailer';
import { createSmtpMailer } from './smtp-mailer.server';

/** SMTP if SMTP_URL is set, else files under DATA_DIR/mail. */
export function createMailer(
  { smtp, mailFrom, dataDir }: Pick<Settings, 'smtp' | 'mailFrom' | 'dataDir'>,
  log: Log,
): Mailer {
  if (smtp) return createSmtpMailer({ ...smtp, from: mailFrom });
  return createFileMailer({ folder: mailFolder({ dataDir }), from: mailFrom, log });
}

/** Folder of the mails that a process without a mail server writes. */
export function mailFolder({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'mail');
}
