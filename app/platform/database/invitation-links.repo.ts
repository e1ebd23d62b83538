import { and, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { Db } from './connect.server';
import { invitationLinks } from './schema/records';

/** Ends the links and letters of these invitations that still work, or those of them that `which` selects. */
export async function endLinks(tx: Db, ids: readonly number[], now: Date, which?: SQL) {
  const isOfThem = inArray(invitationLinks.invitation_id, [...ids]);
  await tx
    .update(invitationLinks)
    .set({ replaced_at: now })
    .where(and(isOfThem, isNull(invitationLinks.replaced_at), which));
}

/** Ends the letters of these invitations, with the links that their codes have made. Mailed links stay. */
export function endLetters(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  return endLinks(tx, ids, now, ne(invitationLinks.kind, 'mail'));
}
