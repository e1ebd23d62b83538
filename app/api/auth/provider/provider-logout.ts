import type { FetchImplementation } from 'jose';
import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { z } from '~/contract/zod';
import { identities, sessions } from '../../db/account-schema';
import { recordChange, recordEvent } from '../../db/record-change';
import { uncountAttempt } from '../attempt-limits';
import { CLOCK_TOLERANCE_SECONDS, fetchLimited, TIMEOUT_SECONDS } from './openid-client';
import { describeProviderError, ProviderError } from './provider-error';
import { countStep, type ProviderDeps } from './round-trip';

/** OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const logoutTokenSchema = z
  .object({
    iss: z.string(),
    aud: z.union([z.string(), z.array(z.string())]),
    sub: z.string().optional(),
    sid: z.string().optional(),
    jti: z.string(),
    iat: z.number(),
    events: z.object({ [LOGOUT_EVENT]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);
/** How old the provider's message may be. A repeated one ends nothing that it did not name before. */
const TOKEN_AGE_SECONDS = 2 * 60;

/**
 * POST /auth/provider/logout: ends the sessions that the provider's signed message names, by account or by its own session.
 * @returns false for a message that is not good, which the log alone explains
 * @throws ApiError 429
 */
export async function endByProvider(deps: ProviderDeps, token: string, address: string) {
  const { db, log, provider } = deps;
  const counted = await countStep(deps, address);
  let named;
  try {
    named = await readLogoutToken(deps, token);
  } catch (error) {
    log.warn(
      { address, ...describeProviderError(error) },
      'A logout of the sign-in provider was refused',
    );
    return false;
  }
  const { sub, sid, iat } = named;
  const ended = await db
    .select({ id: sessions.id, userId: sessions.user_id })
    .from(sessions)
    .innerJoin(identities, eq(identities.id, sessions.identity_id))
    .where(
      and(
        eq(identities.issuer, provider.issuer),
        sub === undefined ? undefined : eq(identities.subject, sub),
        sid === undefined
          ? undefined
          : or(eq(sessions.provider_session, sid), isNull(sessions.provider_session)),
        // A message that comes again ends nothing that began since.
        lte(sessions.created_at, new Date((iat + CLOCK_TOLERANCE_SECONDS) * 1000)),
      ),
    );
  const actor = { kind: 'system', name: provider.name } as const;
  for (const userId of new Set(ended.map((session) => session.userId))) {
    const record = { kind: 'user', id: userId } as const;
    const ids = ended.filter((session) => session.userId === userId).map(({ id }) => id);
    await recordChange(db, { actor, action: 'signed_out', record }, async (tx) => {
      await tx.delete(sessions).where(inArray(sessions.id, ids));
      await recordEvent(tx, 'signed_out', record, { provider: provider.name });
    });
  }
  await uncountAttempt(db, counted);
  return true;
}

const download: FetchImplementation = (url, { signal }) =>
  fetchLimited(url, { method: 'GET', headers: {}, body: null, redirect: 'manual', signal });

/** @throws where it is no logout token of this provider for this client */
async function readLogoutToken({ client, provider, clock }: ProviderDeps, token: string) {
  const { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } = await import('jose');
  // Before the signature, so that what anybody sends makes no requests to the provider.
  const read = logoutTokenSchema.safeParse(decodeJwt(token));
  if (!read.success) throw new ProviderError('LOGOUT_TOKEN');
  const { iss, aud } = read.data;
  if (new URL(iss).href !== new URL(provider.issuer).href) {
    throw new ProviderError('LOGOUT_TOKEN', 'iss');
  }
  if (![aud].flat().includes(provider.clientId)) throw new ProviderError('LOGOUT_TOKEN', 'aud');
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
