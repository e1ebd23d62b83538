import { lt } from 'drizzle-orm';
import type { Db } from './connect.server';
import type { apiTokens, passkeyChallenges, passwordLinks } from './account-schema';
import type { invitationLinks } from './schema';

/** Removes the challenges, tokens and links that ended before this time; until then a link says why it ended. */
export async function removeEndedBefore(
  db: Db,
  ended:
    | typeof invitationLinks
    | typeof passwordLinks
    | typeof passkeyChallenges
    | typeof apiTokens,
  before: Date,
): Promise<void> {
  await db.delete(ended).where(lt(ended.expires_at, before));
}
