import { lt } from 'drizzle-orm';
import type { Db } from './connect.server';
import type { passkeyChallenges, passwordLinks } from './account-schema';
import type { invitationLinks } from './schema';

/** Removes the challenges and links that ended before this time; until then a link says why it ended. */
export async function removeEndedBefore(
  db: Db,
  ended: typeof invitationLinks | typeof passwordLinks | typeof passkeyChallenges,
  before: Date,
): Promise<void> {
  await db.delete(ended).where(lt(ended.expires_at, before));
}
