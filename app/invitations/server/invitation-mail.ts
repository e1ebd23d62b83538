import { currentLocale, t } from '~/language/texts';
import { writeLinkMail, type LinkMail } from '~/platform/mail/link-mail';
import { oneLine, type OutgoingMail } from '~/platform/mail/mailer';
import { placeInMail, roleInMail } from '~/users/server/tenancy-mail';

/** The link of an invitation and its end. */
export interface InvitationLink {
  link: string;
  expiresAt: Date;
}

/** The parts of an invitation to a building or apartment that the mail mentions. */
interface Invitation {
  email: string;
  role: string;
  condo: { name: string };
  apartment: { apartment_number: string } | null;
}

/** Writes the mail of an invitation to a building or apartment. */
export function writeInvitationMail(invitation: Invitation, link: InvitationLink): OutgoingMail {
  const { condo, apartment } = invitation;
  const role = roleInMail(invitation.role);
  const place = placeInMail(condo.name, apartment && apartment.apartment_number);
  const subject = t`Your invitation to ${oneLine(condo.name)}`;
  const reason = t`You have been invited to ${place} as ${role}.`;
  return writeAcceptMail({ to: invitation.email, subject, reason }, link);
}

/** Writes the mail of an invitation to become a super administrator. */
export function writeAdministratorMail({ email }: { email: string }, link: InvitationLink) {
  const subject = t`Your invitation to Condo Admin`;
  const reason = t`You have been invited to become an administrator of Condo Admin.`;
  return writeAcceptMail({ to: email, subject, reason }, link);
}

function writeAcceptMail(
  mail: Pick<LinkMail, 'to' | 'subject' | 'reason'>,
  { link, expiresAt }: InvitationLink,
): OutgoingMail {
  const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' });
  return writeLinkMail({
    ...mail,
    instruction: t`Open this link to accept:`,
    button: t`Accept the invitation`,
    link,
    validity: t`The link works once, until ${day.format(expiresAt)}.`,
    unexpected: t`If you did not expect this invitation, you can ignore this e-mail.`,
  });
}
