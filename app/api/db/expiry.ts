import { lt } from 'drizzle-orm';
import type { Db } from './connect.server';
import type { passwordLinks } from './account-schema';
import type { invitationLinks } from './schema';

/** Removes the links that ended before this time; until then they say why they ended. */
export async function removeEndedBefore(
  db: Db,
  links: typeof invitationLinks | typeof passwordLinks,
  before: Date,
): Promise<void> {
  await db.delete(links).where(lt(links.expires_at, before));
}
