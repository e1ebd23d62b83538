import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import { users } from '../db/schema';
import type { Passwords } from '../deps';
import { hasSuperuser } from './accounts.repo';
import { endSessionsOf } from './sessions.repo';

interface FirstAdministrator {
  email: string;
  /** Unset: a random one is generated. */
  password: string | undefined;
}

/** "first administrator" as a number: the lock that serializes processes which start at once. */
const FIRST_ADMINISTRATOR_LOCK = 2_004_370_118;

/**
 * Creates the first super administrator when there is none. An existing account with the address becomes one, with the
 * new password. Returns the generated password, which is shown only this once.
 */
export async function ensureAdministrator(
  db: Db,
  passwords: Passwords,
  { email, password }: FirstAdministrator,
): Promise<{ generatedPassword: string | null }> {
  if (await hasSuperuser(db)) return { generatedPassword: null };
  const chosen = password ?? randomBytes(15).toString('base64url');
  const password_hash = await passwords.hash(chosen);
  const made = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK}::bigint)`);
    if (await hasSuperuser(tx)) return false;
    const rights = { password_hash, is_superuser: true, is_active: true, email_verified: true };
    const promoted = await tx
      .update(users)
      .set(rights)
      .where(eq(sql`lower(${users.email})`, sql`lower(${email})`))
      .returning({ id: users.id });
    // Whoever knew the old password is signed out.
    for (const { id } of promoted) await endSessionsOf(tx, id);
    if (promoted.length === 0) await tx.insert(users).values({ email, ...rights });
    return true;
  });
  return { generatedPassword: made && password === undefined ? chosen : null };
}
