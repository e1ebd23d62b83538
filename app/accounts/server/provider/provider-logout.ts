import type { FetchImplementation } from 'jose';
import { and, eq, inArray, isNotNull, isNull, lte, or, sql, type SQLWrapper } from 'drizzle-orm';
import { z } from '~/fields/zod';
import { identities, providerSignIns, sessions } from '~/platform/database/schema/account';
import { recordChange, recordEvent } from '~/platform/database/record-change';
import { claimOnce, uncountAttempt } from '~/accounts/server/attempt-limits';
import { hashToken } from '~/accounts/server/tokens';
import { sessionName, subjectSchema } from './claims';
import { CLOCK_TOLERANCE_SECONDS, fetchLimited, TIMEOUT_SECONDS } from './openid-client';
import { describeProviderError, ProviderError } from './provider-error';
import { countStep, type ProviderDeps } from './round-trip';

/** OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const logoutTokenSchema = z
  .object({
    iss: z.string(),
    aud: z.union([z.string(), z.array(z.string())]),
    azp: z.string().optional(),
    sub: subjectSchema.optional(),
    sid: z.string().optional(),
    jti: z.string(),
    iat: z.number(),
    events: z.object({ [LOGOUT_EVENT]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);
/** Maximum age of the provider's message. */
const TOKEN_AGE_SECONDS = 2 * 60;
/** A message is remembered for longer than it is valid, as either clock may be off. */
const REMEMBERED_SECONDS = 2 * (TOKEN_AGE_SECONDS + CLOCK_TOLERANCE_SECONDS);

/**
 * POST /auth/provider/logout: ends the sessions and pending sign-ins that the provider's signed message
 * names, by account or by the provider's session. A repeated message ends nothing, and is answered like the
 * first.
 * @returns false for an invalid message; only the log says why
 * @throws ApiError 429
 */
export async function endByProvider(deps: ProviderDeps, token: string, address: string) {
  const { db, log, provider } = deps;
  const counted = await countStep(deps, address);
  const named = await readLogoutToken(deps, token).catch((error: unknown) => {
    const facts = { address, ...describeProviderError(error) };
    log.warn(facts, 'A logout of the sign-in provider was rejected');
    return null;
  });
  if (named === null) return false;
  const { sub, sid, iat, jti } = named;
  // If the message names the account, sessions without the provider's session name end too.
  const isNamed = (subject: SQLWrapper, session: SQLWrapper) =>
    and(
      sub === undefined ? undefined : eq(subject, sub),
      sid === undefined
        ? undefined
        : or(eq(session, sessionName(sid)), sub === undefined ? undefined : isNull(session)),
    );
  const { claims, subject, answered_at } = providerSignIns;
  const actor = { kind: 'system', name: provider.name } as const;
  await recordChange(db, { actor, action: 'signed_out' }, async (tx) => {
    // The names are part of the hash: a provider that gives several messages one jti ends all that they
    // name.
    const message = hashToken(JSON.stringify([provider.issuer, jti, sub, sid]));
    if (!(await claimOnce(tx, `logout_token:${message}`, REMEMBERED_SECONDS))) return;
    // Pending sign-ins come first, since this statement waits for sessions that are beginning. An answer
    // that is being read has no account yet: it ends too, and its owner tries again.
    const isBeingRead = and(isNotNull(answered_at), isNull(claims));
    const isUnderWay = or(isBeingRead, isNamed(subject, sql`${claims} ->> 'session'`));
    await tx.delete(providerSignIns).where(isUnderWay);
    const ofIssuer = eq(identities.issuer, provider.issuer);
    const namedIdentities = tx
      .select({ id: identities.id })
      .from(identities)
      .where(and(ofIssuer, isNamed(identities.subject, sessions.provider_session)));
    // A delayed message must not end later sessions.
    const isBefore = lte(sessions.created_at, new Date((iat + CLOCK_TOLERANCE_SECONDS) * 1000));
    const ended = await tx
      .delete(sessions)
      .where(and(inArray(sessions.identity_id, namedIdentities), isBefore))
      .returning({ userId: sessions.user_id });
    for (const id of new Set(ended.map(({ userId }) => userId))) {
      await recordEvent(tx, 'signed_out', { kind: 'user', id }, { provider: provider.name });
    }
  });
  await uncountAttempt(db, counted);
  return true;
}

const download: FetchImplementation = (url, { signal }) =>
  fetchLimited(url, { method: 'GET', headers: {}, body: null, redirect: 'manual', signal });

/** Reads and verifies the token. @throws if it is no logout token of this provider for this client */
async function readLogoutToken({ client, provider, clock }: ProviderDeps, token: string) {
  const { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } = await import('jose');
  // The shape is checked before the signature, so that arbitrary texts cause no requests to the provider.
  const read = logoutTokenSchema.safeParse(decodeJwt(token));
  if (!read.success) throw new ProviderError('LOGOUT_TOKEN');
  const { iss, aud, azp = provider.clientId } = read.data;
  if (new URL(iss).href !== new URL(provider.issuer).href) {
    throw new ProviderError('LOGOUT_TOKEN', 'iss');
  }
  if (![aud].flat().includes(provider.clientId)) throw new ProviderError('LOGOUT_TOKEN', 'aud');
  if (azp !== provider.clientId) throw new ProviderError('LOGOUT_TOKEN', 'azp');
  const { issuer, jwks_uri: keys = '' } = (await client.discover()).serverMetadata();
  const published = createRemoteJWKSet(new URL(keys), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    [customFetch]: download,
  });
  await jwtVerify(token, published, {
    issuer,
    audience: provider.clientId,
    currentDate: clock(),
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: TOKEN_AGE_SECONDS,
  });
  return read.data;
}
