import { randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { LETTER_ALPHABET, LETTER_CODE_CHARS } from '~/invitations/letter-code';
import { createToken, hashToken } from '~/accounts/server/tokens';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import {
  apartments,
  condos,
  invitationLinks,
  invitations,
  users,
} from '~/platform/database/schema/records';
import { intArray } from '~/platform/database/sql';
import { endLetters, endLinks } from './links.repo';

const LETTER_LIFETIME_MS = 60 * 24 * 60 * 60_000;
/** Most links of one letter, so that typing its code repeatedly cannot fill the table. */
const LINKS_OF_LETTER = 10;

const anyCharacter = () => LETTER_ALPHABET.charAt(randomInt(LETTER_ALPHABET.length));

/** Makes the code of a letter: 50 random bits. */
export const createLetterCode = () =>
  Array.from({ length: LETTER_CODE_CHARS }, anyCharacter).join('');

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);

/**
 * Hash by which a code is stored and found, so all codes share one salt. It is slow, because a code's 50
 * bits could otherwise be guessed in a stolen backup (docs/security.md).
 */
export async function hashLetterCode(code: string): Promise<string> {
  const hash = await derive(code, 'condo-admin letter', 32, { N: 8_192 });
  return hash.toString('base64url');
}

/**
 * Finds the invitations that are pending, locked until the transaction ends, with the contents of their
 * letters.
 */
export function lockAddressees(tx: Db, ids: readonly number[]) {
  const ofAddress = sql`(select a.id from ${users} a where lower(a.email) = lower(${invitations.email}))`;
  return (
    tx
      .select({
        id: invitations.id,
        email: sql<string | null>`coalesce(${invitations.email}, ${users.email})`,
        role: invitations.role,
        language: invitations.language,
        asksAddress: sql<boolean>`${invitations.user_id} is not null and ${users.email} is null`,
        condo: {
          name: condos.name,
          address: condos.address,
          zip: condos.zip_code,
          city: condos.city,
        },
        apartment: apartments.apartment_number,
        first_name: users.first_name,
        last_name: users.last_name,
      })
      .from(invitations)
      .innerJoin(condos, eq(condos.id, invitations.condo_id))
      .leftJoin(apartments, eq(apartments.id, invitations.apartment_id))
      // The invited person and the account of the invitation's address may differ. The letter is to the
      // person.
      .leftJoin(users, eq(users.id, sql`coalesce(${invitations.user_id}, ${ofAddress})`))
      .where(and(eq(invitations.status, 'pending'), inArray(invitations.id, [...ids])))
      .orderBy(invitations.id)
      .for('update', { of: invitations })
  );
}

/**
 * Stores the hashes of new codes, which replace earlier letters, as events of invitations.
 * @returns their end
 */
export async function saveLetters(
  tx: ChangeTx,
  letters: ReadonlyArray<{ id: number; hash: string }>,
  now: Date,
): Promise<Date> {
  const ids = letters.map(({ id }) => id);
  const expires_at = new Date(now.getTime() + LETTER_LIFETIME_MS);
  await endLetters(tx, ids, now);
  await tx.insert(invitationLinks).values(
    letters.map(({ id, hash }) => ({
      token_hash: hash,
      kind: 'letter' as const,
      invitation_id: id,
      created_at: now,
      expires_at,
    })),
  );
  await tx.update(invitations).set({ expires_at }).where(inArray(invitations.id, ids));
  await tx.execute(
    sql`select record_event('letter', 'invitation', id, null::jsonb) from unnest(${intArray(ids)}) id`,
  );
  return expires_at;
}

/** Replaces the invitation's address by the typed one. Links mailed to the former address end. */
export async function setAddress(tx: Db, id: number, email: string, now: Date): Promise<void> {
  await endLinks(tx, [id], now, eq(invitationLinks.kind, 'mail'));
  const mail = { mail_state: 'queued', mail_detail: null, mail_updated_at: now };
  await tx
    .update(invitations)
    .set({ email, last_sent_at: now, ...mail })
    .where(eq(invitations.id, id));
}

/** Makes a link that ends with the letter. Its token is not stored. */
export async function createCodeLink(
  tx: Db,
  letter: { invitation_id: number; expires_at: Date },
  now: Date,
): Promise<string> {
  const token = createToken();
  const link = { token_hash: hashToken(token), kind: 'code', created_at: now } as const;
  await tx.insert(invitationLinks).values({ ...link, ...letter });
  const older = tx
    .select({ token_hash: invitationLinks.token_hash })
    .from(invitationLinks)
    .where(
      and(
        eq(invitationLinks.invitation_id, letter.invitation_id),
        eq(invitationLinks.kind, 'code'),
        isNull(invitationLinks.replaced_at),
      ),
    )
    .orderBy(desc(invitationLinks.created_at))
    .offset(LINKS_OF_LETTER);
  await tx.delete(invitationLinks).where(inArray(invitationLinks.token_hash, older));
  return token;
}
