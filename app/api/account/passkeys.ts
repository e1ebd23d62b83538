import { randomBytes } from 'node:crypto';
import {
  PASSKEY_CHALLENGE_MS,
  type NewPasskey,
  type PasskeyCreationOptions,
} from '~/contract/passkeys';
import { requireAccount } from '../auth/accounts.repo';
import type { Administrator } from '../auth/auth-middleware';
import { recordFactor } from '../auth/factors.repo';
import { createChallenge, describePasskeys, requireRelyingParty } from '../auth/passkeys';
import { insertPasskey, listPasskeys, takeChallenge } from '../auth/passkeys.repo';
import { challengeOf, PASSKEY_ALGORITHMS, verifyNewPasskey } from '../auth/webauthn';
import type { ApiDeps } from '../deps';
import { conflict, invalidField } from '../http/api-error';
import type { SignedIn } from '../http/router';
import { changeFactors, firstRecoveryCodes } from './factors';

/** The product's name in the browser's own dialog. */
const RP_NAME = 'Condo Admin';
/** A browser lists them at each sign-in. */
const PASSKEYS_LIMIT = 20;
const USER_HANDLE_BYTES = 32;

export const NEW_PASSKEY_MESSAGES = {
  startAgain: 'This took too long, or was answered before. Add the passkey again, please.',
  invalid: 'This passkey could not be verified.',
  known: 'This passkey is registered already.',
  tooMany: `An account has at most ${PASSKEYS_LIMIT} passkeys. Remove one first.`,
} as const;

/** POST /admin/account/factors/passkeys/options @throws ApiError 409 where passkeys are not offered */
export async function startPasskey(
  deps: ApiDeps,
  { userId }: SignedIn,
): Promise<PasskeyCreationOptions> {
  const relyingParty = requireRelyingParty(deps);
  const account = await requireAccount(deps.db, userId);
  const { email, first_name, last_name } = account;
  const fullName = [first_name, last_name].filter(Boolean).join(' ');
  return {
    challenge: await createChallenge(deps, userId, 'register'),
    rp: { id: relyingParty.id, name: RP_NAME },
    user: {
      // Another one each time: a device keeps one passkey for each, and says nothing about the account by it.
      id: randomBytes(USER_HANDLE_BYTES).toString('base64url'),
      name: email,
      displayName: fullName || email,
    },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: await describePasskeys(deps.db, userId, relyingParty),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  };
}

/**
 * POST /admin/account/factors/passkeys: uses the challenge up, also where the passkey is not valid.
 * @throws ApiError 409 without such a challenge or for a passkey that is known, 422 for one that is not valid
 */
export async function addPasskey(
  deps: ApiDeps,
  actor: Administrator,
  { name, credential }: NewPasskey,
) {
  const { db, clock } = deps;
  const { userId } = actor;
  const relyingParty = requireRelyingParty(deps);
  const now = clock();
  const challenge = challengeOf(credential.response);
  const asked = challenge !== null && { challenge, user_id: userId, purpose: 'register' as const };
  if (!asked || !(await takeChallenge(db, asked, now))) {
    throw conflict(NEW_PASSKEY_MESSAGES.startAgain);
  }
  const verified = await verifyNewPasskey(credential, {
    challenge: asked.challenge,
    relyingParty,
  });
  if (!verified) throw invalidField('credential', NEW_PASSKEY_MESSAGES.invalid);
  return changeFactors(deps, actor, async (tx) => {
    if ((await listPasskeys(tx, userId)).length >= PASSKEYS_LIMIT) {
      throw conflict(NEW_PASSKEY_MESSAGES.tooMany);
    }
    const isNew = await insertPasskey(tx, {
      user_id: userId,
      credential_id: verified.credentialId,
      public_key: verified.publicKey,
      counter: verified.counter,
      transports: credential.response.transports ?? [],
      rp_id: relyingParty.id,
      name,
      created_at: now,
    });
    if (!isNew) throw conflict(NEW_PASSKEY_MESSAGES.known);
    await recordFactor(tx, userId, 'passkey', 'Added');
    return { recovery_codes: await firstRecoveryCodes(tx, userId) };
  });
}
