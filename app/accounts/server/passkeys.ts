import { randomBytes } from 'node:crypto';
import { PASSKEY_CHALLENGE_MS, type PasskeyAssertion } from '~/accounts/passkeys';
import type { Log } from '~/platform/log';
import { passkeyChallenges } from '~/platform/database/schema/account';
import type { Db } from '~/platform/database/connect.server';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { conflict } from '~/rpc/embedded/api-error';
import type { Client } from '~/rpc/embedded/router';
import { checkPassword, type Credentials } from './check-password';
import {
  claimPasskeyCounter,
  findOtherRelyingParties,
  findPasskey,
  listPasskeys,
  takeChallenge,
} from './passkeys.repo';
import { challengeOf, verifyAssertion } from './webauthn';
import type { RelyingParty } from '~/platform/settings.server';

const CHALLENGE_BYTES = 32;

/** Returns the relying party of the settings. @throws ApiError 409 if passkeys are not offered */
export function requireRelyingParty({ settings }: ApiDeps): RelyingParty {
  if (!settings.relyingParty) throw conflict('passkeys_not_offered');
  return settings.relyingParty;
}

/** Makes a challenge, which is kept until it is answered or expires. */
export async function createChallenge(
  { db, clock }: ApiDeps,
  userId: number,
  purpose: 'register' | 'sign_in',
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const expiresAt = new Date(clock().getTime() + PASSKEY_CHALLENGE_MS);
  const request = { challenge, user_id: userId, purpose, expires_at: expiresAt };
  await db.insert(passkeyChallenges).values(request);
  return challenge;
}

/** Describes the passkeys of an account for this host, for the options of a browser. */
export async function describePasskeys(db: Db, userId: number, { id: rpId }: RelyingParty) {
  const all = await listPasskeys(db, userId);
  return all
    .filter((passkey) => passkey.rpId === rpId)
    .map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports,
    }));
}

/**
 * POST /auth/passkey-options: makes the challenge for a passkey, after the right password. It counts as a
 * failed sign-in until the sign-in succeeds.
 * @throws ApiError 401, 409 without a passkey for this host, 429
 */
export async function startPasskeySignIn(deps: ApiDeps, credentials: Credentials, client: Client) {
  requireRelyingParty(deps);
  const { account } = await checkPassword(deps, credentials, client);
  return passkeyRequest(deps, account.id);
}

/** Creates the challenge for a passkey. @throws ApiError 409 without a passkey for this host */
export async function passkeyRequest(deps: ApiDeps, userId: number) {
  const relyingParty = requireRelyingParty(deps);
  const allowCredentials = await describePasskeys(deps.db, userId, relyingParty);
  if (allowCredentials.length === 0) throw conflict('no_passkey');
  return {
    challenge: await createChallenge(deps, userId, 'sign_in'),
    rpId: relyingParty.id,
    timeout: PASSKEY_CHALLENGE_MS,
    allowCredentials,
    userVerification: 'required' as const,
  };
}

/** Takes a challenge; true if a passkey of this account has signed it. */
export async function claimPasskey(deps: ApiDeps, userId: number, assertion: PasskeyAssertion) {
  const { db, clock, log, settings } = deps;
  const { relyingParty } = settings;
  const challenge = challengeOf(assertion.response);
  if (!relyingParty || challenge === null) return false;
  const request = { challenge, user_id: userId, purpose: 'sign_in' } as const;
  if (!(await takeChallenge(db, request, clock()))) return false;
  const owned = { userId, credentialId: assertion.id, rpId: relyingParty.id };
  const passkey = await findPasskey(db, owned);
  if (!passkey) return false;
  const counter = await verifyAssertion(assertion, passkey, { challenge, relyingParty });
  if (counter === null || !(await claimPasskeyCounter(db, passkey.id, counter, clock()))) {
    log.warn({ account: userId, passkey: passkey.id }, 'A passkey was rejected');
    return false;
  }
  return true;
}

export const OTHER_RELYING_PARTY_LOG =
  'There are passkeys for another host than that of PUBLIC_URL: nobody can sign in with them here';

/** Warns the operator about passkeys for another host, which stop working when PUBLIC_URL changes. */
export async function warnOfOtherRelyingParties(
  db: Db,
  relyingParty: RelyingParty | undefined,
  log: Log,
): Promise<void> {
  const host = relyingParty?.id ?? null;
  const passkeysFor = await findOtherRelyingParties(db, host);
  if (passkeysFor.length > 0) log.warn({ passkeysFor, host }, OTHER_RELYING_PARTY_LOG);
}
