import { currentLocale, msg, t, translate } from '~/language/texts';
import { writeLinkMail, type LinkMail } from '~/platform/mail/link-mail';
import { oneLine, type OutgoingMail } from '~/platform/mail/mailer';

/** The link of an invitation, and when it ends. */
export interface InvitationLink {
  link: string;
  expiresAt: Date;
}

/** The parts of an invitation to a building or apartment that its mail names. */
interface Invitation {
  email: string;
  role: string;
  condo: { name: string };
  apartment: { apartment_number: string } | null;
}

const ROLE_NAMES = new Map([
  ['building_manager', msg`building manager`],
  ['owner', msg`owner`],
  ['renter', msg`renter`],
]);

/** The invitation to a building or apartment. */
export function writeInvitationMail(invitation: Invitation, link: InvitationLink): OutgoingMail {
  const building = oneLine(invitation.condo.name);
  const apartment = invitation.apartment && oneLine(invitation.apartment.apartment_number);
  const role = translate(ROLE_NAMES.get(invitation.role) ?? oneLine(invitation.role));
  const place = apartment ? t`${building}, apartment ${apartment}` : building;
  const subject = t`Your invitation to ${building}`;
  const reason = t`You have been invited to ${place} as ${role}.`;
  return writeAcceptMail({ to: invitation.email, subject, reason }, link);
}

/** The invitation to become a super administrator. */
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
