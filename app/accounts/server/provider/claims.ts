import type { IDToken, JsonValue } from 'openid-client';
import { emailAddress } from '~/fields/field';
import { searchText } from '~/fields/search-text';
import { z } from '~/fields/zod';
import type { ProviderSettings } from '~/platform/settings.server';
import { hashToken } from '~/accounts/server/tokens';
import { ProviderError } from './provider-error';

/** A text of the provider that the database can store: no control characters and no lone surrogates. */
const words = (limit: number) =>
  z
    .string()
    .min(1)
    .max(limit)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u);
const optional = (limit: number) => words(limit).nullable().catch(null);

/** The claims of an ID token that are kept until the waiting page exchanges its code. */
export const claimsSchema = z.object({
  /** True if the token has the claim of OIDC_ADMIN_CLAIM. */
  isAdministrator: z.boolean(),
  /** Received value of that claim, without personal data; null for an administrator. */
  received: z.string().nullable().catch(null),
  /** The provider has asked for a second factor. */
  hasFactor: z.boolean(),
  /** The provider's name for its session. */
  session: optional(255),
  /** Time of the person's sign-in there, in seconds since 1970; null if unknown. */
  authenticatedAt: z.number().nonnegative().nullable().catch(null),
  email: emailAddress.nullable().catch(null),
  first_name: optional(100),
  last_name: optional(100),
});
export type Claims = z.infer<typeof claimsSchema>;

/** The provider's name for an account (OpenID Connect Core 1.0, section 2). */
export const subjectSchema = words(255);

/** Name by which the provider's session is stored: hashed if the database cannot store the provider's own. */
export function sessionName(sid: string): string {
  return words(255).safeParse(sid).success ? sid : hashToken(sid);
}

/**
 * Returns the roles in a claim: a text, the texts of a list, or the keys of an object with other values
 * than false and null.
 */
function rolesIn(claim: unknown): unknown[] {
  if (typeof claim !== 'object' || claim === null || Array.isArray(claim)) return [claim].flat();
  const entries: [string, unknown][] = Object.entries(claim);
  return entries.filter(([, held]) => held !== false && held !== null).map(([role]) => role);
}

/** Reads the parts of a checked ID token that are used here. @throws ProviderError for an invalid subject */
export function readClaims(
  token: IDToken,
  { adminClaim, mfaAcr }: Pick<ProviderSettings, 'adminClaim' | 'mfaAcr'>,
): { subject: string; claims: Claims } {
  const subject = subjectSchema.safeParse(token.sub);
  if (!subject.success) throw new ProviderError('SUBJECT');
  const has = (claim: string, value: string) => [token[claim]].flat().includes(value);
  const isAdministrator =
    adminClaim !== undefined && rolesIn(token[adminClaim.name]).includes(adminClaim.value);
  const claims = claimsSchema.parse({
    isAdministrator,
    received: adminClaim && !isAdministrator ? describeClaim(token, adminClaim.name) : null,
    hasFactor: has('amr', 'mfa') || mfaAcr.some((value) => has('acr', value)),
    session: typeof token.sid === 'string' ? sessionName(token.sid) : null,
    authenticatedAt: token.auth_time,
    email: token.email,
    first_name: token.given_name,
    last_name: token.family_name,
  });
  return { subject: subject.data, claims };
}

/** Claims that identify a person: OpenID Connect Core 1.0, section 5.1, and those of Entra ID. */
const PERSONAL = /^(?:sub|oid|upn|.*name|.*mail|phone_number|birthdate|profile|picture|website)$/;
const LIMIT_CHARS = 200;
const VALUES_LIMIT = 50;

/**
 * Describes the form and the values of a claim in one line for people, without values that name the person.
 */
function describeClaim(token: IDToken, name: string): string {
  const personal = Object.entries<unknown>(token)
    .filter(([claim]) => PERSONAL.test(claim))
    .flatMap(([, value]) => wordsOf(String(value)));
  const say = (value: JsonValue) => {
    const text = typeof value === 'object' ? '(nested)' : String(value);
    const key = searchText(text);
    const isPersonal = personal.some((word) => key.includes(word));
    return isPersonal || text.includes('@') ? '(personal)' : text;
  };
  const [form, values] = takeApart(token, token[name] ?? undefined);
  const line = `${form}: ${values.slice(0, VALUES_LIMIT).map(say).join(', ')}`;
  return line.slice(0, LIMIT_CHARS).replaceAll(/\p{C}/gu, '?');
}

/** Splits a personal claim into the words to search for, including the names in an e-mail address. */
function wordsOf(claim: string): string[] {
  const keys = claim.split(/\s+/).map(searchText);
  const local = keys.filter((key) => key.includes('@')).map((key) => key.replace(/@.*/s, ''));
  const names = local.flatMap((key) => key.split(/[._+-]/)).filter((name) => name.length > 2);
  return [...keys, ...names].filter(Boolean);
}

function takeApart(token: IDToken, claim?: JsonValue): [form: string, values: JsonValue[]] {
  if (claim === undefined) return ['none, but these claims', Object.keys(token)];
  if (Array.isArray(claim)) return ['a list', claim];
  if (typeof claim === 'object' && claim) return ['an object with the keys', Object.keys(claim)];
  return [`a ${typeof claim}`, [claim]];
}
