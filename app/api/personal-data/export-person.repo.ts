import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/connect.server';
import { bulkImports } from '../db/bulk-schema';
import { failedSignIns } from '../db/history-schema';
import {
  administratorInvitations,
  apiTokens,
  authenticators,
  passkeys,
  passwordLinks,
  sessions,
} from '../db/account-schema';
import { invitations, users } from '../db/schema';

/** The account's columns that the wire form of a user leaves out; null when there is no such user. */
export async function findAccountFacts(db: Db, id: number) {
  const [row] = await db
    .select({
      is_superuser: users.is_superuser,
      has_password: sql<boolean>`${users.password_hash} is not null`,
      erased_at: users.erased_at,
    })
    .from(users)
    .where(eq(users.id, id));
  return row ?? null;
}

/** The rows of other tables that are about one person. Columns are named one by one: never a hash of a token. */
export async function findPersonalRows(db: Db, { id, email }: { id: number; email: string }) {
  const address = sql`lower(${email})`;
  return {
    invitations: await db
      .select({
        id: invitations.id,
        email: invitations.email,
        role: invitations.role,
        condo_id: invitations.condo_id,
        apartment_id: invitations.apartment_id,
        status: invitations.status,
        created_at: invitations.created_at,
        expires_at: invitations.expires_at,
        accepted_at: invitations.accepted_at,
        last_sent_at: invitations.last_sent_at,
        mail_state: invitations.mail_state,
        mail_detail: invitations.mail_detail,
      })
      .from(invitations)
      .where(eq(sql`lower(${invitations.email})`, address))
      .orderBy(asc(invitations.id)),
    administrator_invitations: await db
      .select({
        id: administratorInvitations.id,
        email: administratorInvitations.email,
        created_at: administratorInvitations.created_at,
        expires_at: administratorInvitations.expires_at,
        accepted_at: administratorInvitations.accepted_at,
        last_sent_at: administratorInvitations.last_sent_at,
        mail_state: administratorInvitations.mail_state,
        mail_detail: administratorInvitations.mail_detail,
      })
      .from(administratorInvitations)
      .where(eq(sql`lower(${administratorInvitations.email})`, address))
      .orderBy(asc(administratorInvitations.id)),
    sessions: await db
      .select({
        id: sessions.id,
        created_at: sessions.created_at,
        last_used_at: sessions.last_used_at,
        address: sessions.address,
        user_agent: sessions.user_agent,
      })
      .from(sessions)
      .where(eq(sessions.user_id, id))
      .orderBy(asc(sessions.id)),
    second_factors: [
      ...(await db
        .select({ kind: sql<string>`'authenticator'`, added_at: authenticators.added_at })
        .from(authenticators)
        .where(eq(authenticators.user_id, id))),
      ...(await db
        .select({
          kind: sql<string>`'passkey'`,
          name: passkeys.name,
          added_at: passkeys.created_at,
          last_used_at: passkeys.last_used_at,
        })
        .from(passkeys)
        .where(eq(passkeys.user_id, id))
        .orderBy(asc(passkeys.id))),
    ],
    api_tokens: await db
      .select({
        name: apiTokens.name,
        scope: apiTokens.scope,
        created_at: apiTokens.created_at,
        last_used_at: apiTokens.last_used_at,
        expires_at: apiTokens.expires_at,
      })
      .from(apiTokens)
      .where(eq(apiTokens.user_id, id))
      .orderBy(asc(apiTokens.id)),
    password_links: await db
      .select({
        kind: passwordLinks.kind,
        created_at: passwordLinks.created_at,
        expires_at: passwordLinks.expires_at,
        used_at: passwordLinks.used_at,
      })
      .from(passwordLinks)
      .where(eq(passwordLinks.user_id, id))
      .orderBy(asc(passwordLinks.created_at)),
    failed_sign_ins: await db
      .select({
        hour: failedSignIns.hour,
        address: failedSignIns.address,
        attempts: failedSignIns.attempts,
      })
      .from(failedSignIns)
      .where(eq(failedSignIns.user_id, id))
      .orderBy(asc(failedSignIns.hour)),
    imports: await db
      .select({
        id: bulkImports.id,
        type: bulkImports.type,
        file_name: bulkImports.file_name,
        created_at: bulkImports.created_at,
        created_count: bulkImports.created_count,
        undone_at: bulkImports.undone_at,
      })
      .from(bulkImports)
      .where(eq(bulkImports.created_by, id))
      .orderBy(asc(bulkImports.id)),
  };
}
