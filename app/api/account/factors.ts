import type { NewRecoveryCodes, TotpConfirmation, TotpSetup } from '~/contract/factors';
import { requireAccount } from '../auth/accounts.repo';
import type { Administrator } from '../auth/actor';
import {
  confirmAuthenticator,
  countRecoveryCodes,
  findAuthenticator,
  hasSecondFactor,
  recordFactor,
  savePendingSecret,
} from '../auth/factors.repo';
import { listPasskeys } from '../auth/passkeys.repo';
import { createSecretBox } from '../auth/secret-box';
import { createTotpSecret, findTotpStep, totpUri } from '../auth/totp';
import type { ApiDeps } from '../deps';
import { conflict, invalidField } from '../http/api-error';
import type { SignedIn } from '../http/router';
import {
  changeFactors,
  FACTOR_MESSAGES,
  firstRecoveryCodes,
  renewRecoveryCodes,
} from './factor-changes';

/** How long a secret that was shown can be confirmed. */
const SETUP_LIMIT_MS = 15 * 60_000;

/** GET /admin/account/factors */
export async function getFactors({ db, settings }: ApiDeps, { userId }: SignedIn) {
  const authenticator = await findAuthenticator(db, userId);
  const addedAt = authenticator?.addedAt ?? null;
  return {
    totp: addedAt && { added_at: addedAt },
    passkeys: (await listPasskeys(db, userId)).map(
      ({ id, name, rpId, created_at, last_used_at }) => ({
        id,
        name,
        created_at,
        last_used_at,
        is_usable: rpId === settings.relyingParty?.id,
      }),
    ),
    recovery_codes_left: await countRecoveryCodes(db, userId),
    required: settings.requireSecondFactor ?? false,
  };
}

/** POST /admin/account/factors/totp */
export async function startTotp(
  { db, clock, settings }: ApiDeps,
  { userId }: SignedIn,
): Promise<TotpSetup> {
  const account = await requireAccount(db, userId);
  const secret = createTotpSecret();
  const until = new Date(clock().getTime() + SETUP_LIMIT_MS);
  const sealed = createSecretBox(settings.secondFactorKey).seal(secret, userId);
  await savePendingSecret(db, userId, { secret: sealed, until });
  return { secret, uri: totpUri(secret, account.email) };
}

/**
 * POST /admin/account/factors/totp/confirmation: the code that is shown here cannot be used to sign in.
 * @throws ApiError 422 for a wrong code, 409 when nothing is being set up
 */
export async function confirmTotp(
  deps: ApiDeps,
  actor: Administrator,
  { code }: TotpConfirmation,
): Promise<NewRecoveryCodes> {
  const { db, clock, settings } = deps;
  const { userId } = actor;
  const now = clock();
  const authenticator = await findAuthenticator(db, userId);
  const pendingSecret = authenticator?.pendingSecret ?? null;
  const hadApp = Boolean(authenticator?.secret);
  const secret =
    pendingSecret && createSecretBox(settings.secondFactorKey).open(pendingSecret, userId);
  if (pendingSecret === null || secret === null) {
    throw conflict(FACTOR_MESSAGES.startAgain);
  }
  const step = findTotpStep(secret, code, now);
  if (step === null) throw invalidField('code', FACTOR_MESSAGES.wrongCode);
  return changeFactors(deps, actor, async (tx) => {
    if (!(await confirmAuthenticator(tx, userId, { pendingSecret, step, now }))) {
      throw conflict(FACTOR_MESSAGES.startAgain);
    }
    await recordFactor(tx, userId, 'app', hadApp ? 'Replaced' : 'Added');
    return { recovery_codes: await firstRecoveryCodes(tx, userId) };
  });
}

/** POST /admin/account/factors/recovery-codes @throws ApiError 409 without a factor */
export function newRecoveryCodes(deps: ApiDeps, actor: Administrator): Promise<NewRecoveryCodes> {
  return changeFactors(deps, actor, async (tx, userId) => {
    if (!(await hasSecondFactor(tx, userId))) throw conflict(FACTOR_MESSAGES.none);
    await recordFactor(tx, userId, 'recovery_code', 'Replaced');
    return { recovery_codes: await renewRecoveryCodes(tx, userId) };
  });
}
