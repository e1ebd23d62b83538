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
  ['building_manager', 'building manager'],
  ['owner', 'owner'],
  ['renter', 'renter'],
]);

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The invitation as text and HTML, with the same content. */
export function writeInvitationMail(invitation: InvitationMail): OutgoingMail {
  const building = oneLine(invitation.condoName);
  const apartment = invitation.apartmentNumber && oneLine(invitation.apartmentNumber);
  const role = ROLE_NAMES.get(invitation.role) ?? oneLine(invitation.role);
  const place = apartment ? `${building}, apartment ${apartment}` : building;
  const invited = `You have been invited to ${place} as ${role}.`;
  const validity = `The link works once, until ${day.format(invitation.expiresAt)}.`;
  const unexpected = 'If you did not expect this invitation, you can ignore this e-mail.';
  return {
    to: invitation.email,
    subject: `Your invitation to ${building}`,
    text: [
      'Hello,',
      invited,
      `Open this link to accept:\n${invitation.link}`,
      validity,
      unexpected,
      '',
    ].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<body style="font-family: sans-serif; line-height: 1.5; color: #1f2937">
<p>Hello,</p>
<p>${escapeHtml(invited)}</p>
<p><a href="${escapeHtml(invitation.link)}" style="display: inline-block; padding: 10px 16px; border-radius: 6px; background: #1d4ed8; color: #ffffff; text-decoration: none">Accept the invitation</a></p>
<p>Or copy this address into your browser:<br>${escapeHtml(invitation.link)}</p>
<p>${escapeHtml(validity)}</p>
<p>${escapeHtml(unexpected)}</p>
</body>
</html>
`,
  };
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES.get(char) ?? char);
}
