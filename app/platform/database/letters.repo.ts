import { and, inArray, isNull, ne } from 'drizzle-orm';
import type { Db } from './connect.server';
import { invitationLinks } from './schema/records';

/** Ends the letters of these invitations, with the links that their codes have made. Mailed links stay. */
export async function endLetters(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .update(invitationLinks)
    .set({ replaced_at: now })
    .where(
      and(
        inArray(invitationLinks.invitation_id, [...ids]),
        ne(invitationLinks.kind, 'mail'),
        isNull(invitationLinks.replaced_at),
      ),
    );
}
