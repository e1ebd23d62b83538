import type { Db } from './connect.server';
import { installation } from './schema';

/** The id of this installation, which its database has from the first call on. It does not move with an export. */
export async function getInstallationId(db: Db): Promise<string> {
  await db.insert(installation).values({}).onConflictDoNothing();
  const [row] = await db.select({ id: installation.id }).from(installation);
  if (!row) throw new Error('The installation has no id');
  return row.id;
}
