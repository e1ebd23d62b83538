import { and, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { invitationLinks } from '~/platform/database/schema/records';

/** Ends the valid links and letters of these invitations. `which` restricts them further. */
export async function endLinks(tx: Db, ids: readonly number[], now: Date, which?: SQL) {
  const isOfThem = inArray(invitationLinks.invitation_id, [...ids]);
  await tx
    .update(invitationLinks)
    .set({ replaced_at: now })
    .where(and(isOfThem, isNull(invitationLinks.replaced_at), which));
}

/** Ends the letters of these invitations, and the links made by their codes. Mailed links stay. */
export function endLetters(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  return endLinks(tx, ids, now, ne(invitationLinks.kind, 'mail'));
}
