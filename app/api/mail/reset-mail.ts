import { writeLinkMail } from './link-mail';
import type { OutgoingMail } from './mailer';

/** The link to reset a forgotten password. */
export function writeResetMail({ email, link }: { email: string; link: string }): OutgoingMail {
  return writeLinkMail({
    to: email,
    subject: 'Set a new password for Condo Admin',
    reason: 'Someone asked for a new password for the account of this e-mail address.',
    instruction: 'Open this link to set one:',
    button: 'Set a new password',
    link,
    validity: 'The link works once, for one hour.',
    unexpected: 'If it was not you, you can ignore this e-mail: your password stays as it is.',
  });
}
