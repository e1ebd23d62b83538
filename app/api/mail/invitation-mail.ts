import { msg, t, translate } from '~/lib/texts';
import { worksOnceUntil, writeLinkMail } from './link-mail';
import { oneLine, type OutgoingMail } from './mailer';

/** The data of an invitation mail. */
interface InvitationMail {
  email: string;
  role: string;
  condoName: string;
  apartmentNumber: string | null;
  link: string;
  expiresAt: Date;
}

const ROLE_NAMES = new Map([
  ['building_manager', msg`building manager`],
  ['owner', msg`owner`],
  ['renter', msg`renter`],
]);

/** The invitation to a building or apartment. */
export function writeInvitationMail(invitation: InvitationMail): OutgoingMail {
  const building = oneLine(invitation.condoName);
  const apartment = invitation.apartmentNumber && oneLine(invitation.apartmentNumber);
  const role = translate(ROLE_NAMES.get(invitation.role) ?? oneLine(invitation.role));
  const place = apartment ? t`${building}, apartment ${apartment}` : building;
  return writeLinkMail({
    to: invitation.email,
    subject: t`Your invitation to ${building}`,
    reason: t`You have been invited to ${place} as ${role}.`,
    instruction: t`Open this link to accept:`,
    button: t`Accept the invitation`,
    link: invitation.link,
    validity: worksOnceUntil(invitation.expiresAt),
    unexpected: t`If you did not expect this invitation, you can ignore this e-mail.`,
  });
}
