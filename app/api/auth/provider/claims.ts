import type { IDToken } from 'openid-client';
import { z } from '~/contract/zod';
import type { ProviderSettings } from '~/lib/settings.server';
import { ProviderError } from './provider-error';

/** A text of the provider's own: without control characters, and not longer than the limit. */
const words = (limit: number) =>
  z
    .string()
    .min(1)
    .max(limit)
    .regex(/^\P{Cc}+$/u);
const optional = (limit: number) => words(limit).nullable().catch(null);

/** The claims of an ID token that are kept until the waiting page exchanges its code. */
export const claimsSchema = z.object({
  /** It has the claim of OIDC_ADMIN_CLAIM. */
  isAdministrator: z.boolean(),
  /** The provider has asked for a second factor. */
  hasFactor: z.boolean(),
  /** The provider's own name of its session. */
  session: optional(255),
  /** When it has asked the person, in seconds since 1970; null where it does not say. */
  authenticatedAt: z.number().nonnegative().nullable().catch(null),
  email: z.email().max(254).nullable().catch(null),
  first_name: optional(100),
  last_name: optional(100),
});
export type Claims = z.infer<typeof claimsSchema>;

/** Longest name of an account at a provider (OpenID Connect Core 1.0, section 2). */
const SUBJECT_LIMIT_CHARS = 255;

/** The parts of a checked ID token that mean something here. @throws ProviderError for a name that no provider may give */
export function readClaims(
  token: IDToken,
  { adminClaim, mfaAcr }: Pick<ProviderSettings, 'adminClaim' | 'mfaAcr'>,
): { subject: string; claims: Claims } {
  const subject = words(SUBJECT_LIMIT_CHARS).safeParse(token.sub);
  if (!subject.success) throw new ProviderError('SUBJECT');
  const has = (claim: string, value: string) => [token[claim]].flat().includes(value);
  const claims = claimsSchema.parse({
    isAdministrator: adminClaim !== undefined && has(adminClaim.name, adminClaim.value),
    hasFactor: has('amr', 'mfa') || mfaAcr.some((value) => has('acr', value)),
    session: token.sid,
    authenticatedAt: token.auth_time,
    email: token.email,
    first_name: token.given_name,
    last_name: token.family_name,
  });
  return { subject: subject.data, claims };
}
