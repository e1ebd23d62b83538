import { createToken, hashToken } from '../auth/tokens';
import { LINK_LIFETIME_MS } from '../invitations/invitations';
import { findInvitation, pending } from '../invitations/invitations.repo';
import { insertLink, replaceOlderLinks } from '../invitations/links.repo';
import { writeInvitationMail } from '../mail/invitation-mail';
import { inLanguageOf, type MailJob } from './mail-job';

/** Invitations to a building. An older link works until the mail with the new one has been sent. */
export const invitationMails: MailJob = {
  // About a day in all.
  attempts: 30,
  async write(deps, id) {
    const { db, clock, publicUrl } = deps;
    const invitation = await findInvitation(db, id);
    if (invitation?.status !== 'pending') return null;
    const token = createToken();
    const now = clock();
    const link = {
      token_hash: hashToken(token),
      invitation_id: id,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_LIFETIME_MS),
    };
    // Before the mail is sent: a recipient who opens it at once finds a valid link.
    await insertLink(db, link);
    return {
      mail: inLanguageOf(invitation, deps, () =>
        writeInvitationMail({
          email: invitation.email,
          role: invitation.role,
          condoName: invitation.condo.name,
          apartmentNumber: invitation.apartment?.apartment_number ?? null,
          link: `${publicUrl}/invitations/accept?token=${token}`,
          expiresAt: link.expires_at,
        }),
      ),
      async noteSent(tx, sentAt) {
        await replaceOlderLinks(tx, link, sentAt);
        const sent = { state: 'sent' as const, detail: null, expiresAt: link.expires_at };
        await pending.setMailState(tx, id, sent, sentAt);
      },
    };
  },
  lock: pending.lock,
  noteState: pending.setMailState,
};
