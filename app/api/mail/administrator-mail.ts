import { t } from '~/lib/texts';
import { worksOnceUntil, writeLinkMail } from './link-mail';
import type { OutgoingMail } from './mailer';

/** The invitation to become a super administrator. */
export function writeAdministratorMail(invitation: {
  email: string;
  link: string;
  expiresAt: Date;
}): OutgoingMail {
  return writeLinkMail({
    to: invitation.email,
    subject: t`Your invitation to Condo Admin`,
    reason: t`You have been invited to become an administrator of Condo Admin.`,
    instruction: t`Open this link to accept:`,
    button: t`Accept the invitation`,
    link: invitation.link,
    validity: worksOnceUntil(invitation.expiresAt),
    unexpected: t`If you did not expect this invitation, you can ignore this e-mail.`,
  });
}
