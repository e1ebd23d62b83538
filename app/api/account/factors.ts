import type { Factors, NewRecoveryCodes, TotpConfirmation, TotpSetup } from '~/contract/factors';
import { findAccountById } from '../auth/accounts.repo';
import type { Administrator } from '../auth/actor';
import {
  confirmAuthenticator,
  countRecoveryCodes,
  deleteFactors,
  findAuthenticator,
  hasSecondFactor,
  lockFactors,
  recordFactors,
  removeAuthenticator,
  replaceRecoveryCodes,
  savePendingSecret,
} from '../auth/factors.repo';
import { createRecoveryCodes } from '../auth/recovery-codes';
import { createSecretBox } from '../auth/secret-box';
import { createTotpSecret, findTotpStep, totpUri } from '../auth/totp';
import type { Db } from '../db/connect.server';
import { recordChange, type Change } from '../db/record-change';
import type { ApiDeps } from '../deps';
import { ApiError, invalidField, notFound } from '../http/api-error';
import type { SignedIn } from '../http/router';

/** How long a secret that was shown can be confirmed. */
const SETUP_LIMIT_MS = 15 * 60_000;

export const FACTOR_MESSAGES = {
  wrongCode: 'This code is not valid. The clock of the device may be wrong.',
  startAgain: 'Start setting up the app again, please.',
  last: 'A second factor is required here. Set up another one first.',
  none: 'Set up a second factor first.',
};

/** GET /admin/account/factors */
export async function getFactors(
  { db, settings }: ApiDeps,
  { userId }: SignedIn,
): Promise<Factors> {
  const authenticator = await findAuthenticator(db, userId);
  const addedAt = authenticator?.addedAt ?? null;
  return {
    totp: addedAt && { added_at: addedAt.toISOString() },
    recovery_codes_left: await countRecoveryCodes(db, userId),
    required: settings.requireSecondFactor ?? false,
  };
}

/** POST /admin/account/factors/totp */
export async function startTotp(
  { db, clock, settings }: ApiDeps,
  { userId }: SignedIn,
): Promise<TotpSetup> {
  const account = await findAccountById(db, userId);
  if (!account) throw notFound('Account');
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
  { db, clock, settings }: ApiDeps,
  actor: Administrator,
  { code }: TotpConfirmation,
): Promise<NewRecoveryCodes> {
  const { userId } = actor;
  const now = clock();
  const pendingSecret = (await findAuthenticator(db, userId))?.pendingSecret ?? null;
  const secret =
    pendingSecret && createSecretBox(settings.secondFactorKey).open(pendingSecret, userId);
  if (pendingSecret === null || secret === null) {
    throw new ApiError(409, FACTOR_MESSAGES.startAgain);
  }
  const step = findTotpStep(secret, code, now);
  if (step === null) throw invalidField('code', FACTOR_MESSAGES.wrongCode);
  return recordChange(db, factorChange(actor), async (tx) => {
    await lockFactors(tx, userId);
    if (!(await confirmAuthenticator(tx, userId, { pendingSecret, step, now }))) {
      throw new ApiError(409, FACTOR_MESSAGES.startAgain);
    }
    await recordFactors(tx, userId);
    return { recovery_codes: await firstRecoveryCodes(tx, userId) };
  });
}

/** DELETE /admin/account/factors/totp @throws ApiError 404, 409 for the last factor where one is required */
export async function removeTotp({ db, settings }: ApiDeps, actor: Administrator): Promise<void> {
  const { userId } = actor;
  await recordChange(db, factorChange(actor), async (tx) => {
    await lockFactors(tx, userId);
    if (!(await removeAuthenticator(tx, userId))) throw notFound('Authenticator app');
    await recordFactors(tx, userId);
    await afterRemoval(tx, userId, settings.requireSecondFactor);
  });
}

/** POST /admin/account/factors/recovery-codes @throws ApiError 409 without a factor */
export function newRecoveryCodes({ db }: ApiDeps, actor: Administrator): Promise<NewRecoveryCodes> {
  const { userId } = actor;
  return recordChange(db, factorChange(actor), async (tx) => {
    await lockFactors(tx, userId);
    if (!(await hasSecondFactor(tx, userId))) throw new ApiError(409, FACTOR_MESSAGES.none);
    const codes = createRecoveryCodes();
    await replaceRecoveryCodes(tx, userId, codes);
    await recordFactors(tx, userId);
    return { recovery_codes: codes };
  });
}

function factorChange(actor: Administrator): Change {
  return { actor, action: 'factors', record: { kind: 'user', id: actor.userId } };
}

/** New codes where there are none that could still be used. */
async function firstRecoveryCodes(tx: Db, userId: number): Promise<string[] | null> {
  if ((await countRecoveryCodes(tx, userId)) > 0) return null;
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, codes);
  return codes;
}

/** Without any factor the recovery codes have no use. */
async function afterRemoval(
  tx: Db,
  userId: number,
  isRequired: boolean | undefined,
): Promise<void> {
  if (await hasSecondFactor(tx, userId)) return;
  if (isRequired) throw new ApiError(409, FACTOR_MESSAGES.last);
  await deleteFactors(tx, userId);
}
