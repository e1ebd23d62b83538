import { t } from '~/lib/texts';
import { writeLinkMail } from './link-mail';
import type { OutgoingMail } from './mailer';

/** The link to reset a forgotten password. */
export function writeResetMail({ email, link }: { email: string; link: string }): OutgoingMail {
  return writeLinkMail({
    to: email,
    subject: t`Set a new password for Condo Admin`,
    reason: t`Someone asked for a new password for the account of this e-mail address.`,
    instruction: t`Open this link to set one:`,
    button: t`Set a new password`,
    link,
    validity: t`The link works once, for one hour.`,
    unexpected: t`If it was not you, you can ignore this e-mail: your password stays as it is.`,
  });
}
