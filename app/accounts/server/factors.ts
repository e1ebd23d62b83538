import { randomBytes } from 'node:crypto';
import { FACTOR_LABELS, type FactorKind } from '~/accounts/factor-kinds';
import { PASSKEY_CHALLENGE_MS, type PasskeyCreationOptions } from '~/accounts/passkeys';
import { requireAccount } from './accounts.repo';
import { type Administrator, administratorOf, requireRecentSignIn } from './auth-middleware';
import {
  confirmAuthenticator,
  countRecoveryCodes,
  deleteFactors,
  findAuthenticator,
  hasSecondFactor,
  recordFactor,
  renewRecoveryCodes,
  savePendingSecret,
  removeAuthenticator,
  lockAccount,
} from './factors.repo';
import { createChallenge, describePasskeys, requireRelyingParty } from './passkeys';
import { insertPasskey, listPasskeys, takeChallenge, deletePasskey } from './passkeys.repo';
import { createSecretBox } from './tokens';
import { createTotpSecret, findTotpStep, totpUri } from './totp';
import { challengeOf, PASSKEY_ALGORITHMS, verifyNewPasskey } from './webauthn';
import type { Db } from '~/platform/database/connect.server';
import { recordChange, type ChangeTx } from '~/platform/database/record-change';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { conflict, invalidField, notFound } from '~/rpc/embedded/api-error';
import { createRouter } from '~/rpc/embedded/router';
import { factorCalls } from '~/accounts/account-calls';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { sentence } from '~/language/sentence';

/** Time to confirm a secret after it was shown. */
const SETUP_LIMIT_MS = 15 * 60_000;

/** Changes the factors of an account under its lock. */
function changeFactors<T>(
  { db }: ApiDeps,
  actor: Administrator,
  work: (tx: ChangeTx, userId: number) => Promise<T>,
): Promise<T> {
  const { userId } = actor;
  const change = { actor, action: 'factors', record: { kind: 'user', id: userId } } as const;
  return recordChange(db, change, async (tx) => {
    await lockAccount(tx, userId);
    return work(tx, userId);
  });
}

/** Creates codes if no unused ones are left. */
async function firstRecoveryCodes(tx: Db, userId: number): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, userId)) > 0 ? null : renewRecoveryCodes(tx, userId);
}

/**
 * Removes a factor, and the recovery codes with the last one, since they have no use alone.
 * @param remove resolves to false if the account has no such factor
 * @throws ApiError 404, 409 for the last factor if one is required
 */
async function removeFactor(
  deps: ApiDeps,
  actor: Administrator,
  factor: FactorKind,
  remove: (tx: ChangeTx, userId: number) => Promise<boolean>,
): Promise<void> {
  await changeFactors(deps, actor, async (tx, userId) => {
    if (!(await remove(tx, userId))) throw notFound(FACTOR_LABELS[factor]);
    await recordFactor(tx, userId, factor, 'Removed');
    if (await hasSecondFactor(tx, userId)) return;
    if (deps.settings.requireSecondFactor) throw conflict('last_second_factor');
    await deleteFactors(tx, userId);
  });
}

/** The product's name in the browser's dialog. */
const RP_NAME = 'Condo Admin';
/** Most passkeys of an account. A browser lists all of them at each sign-in. */
const PASSKEYS_LIMIT = 20;
const USER_HANDLE_BYTES = 32;

/**
 * All routes of /admin/account/factors. They are open to administrators who have yet to set up a second
 * factor.
 */
export function factorRoutes(deps: ApiDeps) {
  const { db, clock, settings } = deps;
  const secrets = createSecretBox(settings.secondFactorKey);
  return serveCalls(
    createRouter(),
    factorCalls,
    {
      async get(c) {
        const { userId } = c.get('session');
        const authenticator = await findAuthenticator(db, userId);
        const addedAt = authenticator?.addedAt ?? null;
        const passkeys = await listPasskeys(db, userId);
        return {
          totp: addedAt && { added_at: addedAt },
          passkeys: passkeys.map(({ id, name, rpId, created_at, last_used_at }) => {
            const is_usable = rpId === settings.relyingParty?.id;
            return { id, name, created_at, last_used_at, is_usable };
          }),
          recovery_codes_left: await countRecoveryCodes(db, userId),
          required: settings.requireSecondFactor ?? false,
        };
      },
      async startTotp(c) {
        const { userId } = c.get('session');
        const account = await requireAccount(db, userId);
        const secret = createTotpSecret();
        const until = new Date(clock().getTime() + SETUP_LIMIT_MS);
        await savePendingSecret(db, userId, { secret: secrets.seal(secret, userId), until });
        return { secret, uri: totpUri(secret, account.email, settings.publicUrl) };
      },
      /**
       * Confirms the app by a code, which cannot be used to sign in any more.
       * @throws ApiError 422 for a wrong code, 409 when nothing is being set up
       */
      async confirmTotp(c) {
        const { userId } = c.get('session');
        const now = clock();
        const authenticator = await findAuthenticator(db, userId);
        const pendingSecret = authenticator?.pendingSecret ?? null;
        const hadApp = Boolean(authenticator?.secret);
        const secret = pendingSecret && secrets.open(pendingSecret, userId);
        if (pendingSecret === null || secret === null) throw conflict('setup_ended');
        const step = findTotpStep(secret, c.req.valid('json').code, now);
        if (step === null) throw invalidField('code', 'wrong_app_code');
        return changeFactors(deps, administratorOf(c), async (tx) => {
          if (!(await confirmAuthenticator(tx, userId, { pendingSecret, step, now }))) {
            throw conflict('setup_ended');
          }
          await recordFactor(tx, userId, 'app', hadApp ? 'Replaced' : 'Added');
          return { recovery_codes: await firstRecoveryCodes(tx, userId) };
        });
      },
      removeTotp: (c) => removeFactor(deps, administratorOf(c), 'app', removeAuthenticator),
      /** Starts to add a passkey. @throws ApiError 409 if passkeys are not offered */
      async startPasskey(c): Promise<PasskeyCreationOptions> {
        const { userId } = c.get('session');
        const relyingParty = requireRelyingParty(deps);
        const { email, first_name, last_name } = await requireAccount(db, userId);
        return {
          challenge: await createChallenge(deps, userId, 'register'),
          rp: { id: relyingParty.id, name: RP_NAME },
          user: {
            // A random handle each time: a device keeps one passkey per handle, and this one reveals no
            // account.
            id: randomBytes(USER_HANDLE_BYTES).toString('base64url'),
            name: email,
            displayName: [first_name, last_name].filter(Boolean).join(' ') || email,
          },
          pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          timeout: PASSKEY_CHALLENGE_MS,
          excludeCredentials: await describePasskeys(db, userId, relyingParty),
          authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
          attestation: 'none',
        };
      },
      /**
       * Registers a passkey. The challenge is used up even if the passkey is invalid.
       * @throws ApiError 409 without such a challenge or for a known passkey, 422 for an invalid one
       */
      async addPasskey(c) {
        const { name, credential } = c.req.valid('json');
        const { userId } = c.get('session');
        const relyingParty = requireRelyingParty(deps);
        const now = clock();
        const challenge = challengeOf(credential.response);
        if (challenge === null) throw conflict('passkey_setup_ended');
        const request = { challenge, user_id: userId, purpose: 'register' } as const;
        if (!(await takeChallenge(db, request, now))) throw conflict('passkey_setup_ended');
        const verified = await verifyNewPasskey(credential, { challenge, relyingParty });
        if (!verified) throw invalidField('credential', 'wrong_new_passkey');
        return changeFactors(deps, administratorOf(c), async (tx) => {
          if ((await listPasskeys(tx, userId)).length >= PASSKEYS_LIMIT) {
            throw conflict(sentence('too_many_passkeys', { max: PASSKEYS_LIMIT }));
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
          if (!isNew) throw conflict('passkey_known');
          await recordFactor(tx, userId, 'passkey', 'Added');
          return { recovery_codes: await firstRecoveryCodes(tx, userId) };
        });
      },
      removePasskey(c) {
        const { id } = c.req.valid('param');
        return removeFactor(deps, administratorOf(c), 'passkey', (tx, userId) =>
          deletePasskey(tx, userId, id),
        );
      },
      /** Makes new recovery codes. @throws ApiError 409 without a factor */
      renewRecoveryCodes: (c) =>
        changeFactors(deps, administratorOf(c), async (tx, userId) => {
          if (!(await hasSecondFactor(tx, userId))) throw conflict('no_second_factor');
          await recordFactor(tx, userId, 'recovery_code', 'Replaced');
          return { recovery_codes: await renewRecoveryCodes(tx, userId) };
        }),
    },
    { middleware: requireRecentSignIn(deps), except: ['get'] },
  );
}
