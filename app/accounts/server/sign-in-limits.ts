import { toNetwork } from '~/platform/http/proxy.server';
import type { Db } from '~/platform/database/connect.server';
import {
  countAttempt,
  forgetAttempts,
  uncountAttempt,
  type AttemptCounter,
  type AttemptLimit,
  type CountedAttempt,
} from './attempt-limits';

/** Failures count for this long. */
const WINDOW_SECONDS = 15 * 60;

/** Failed sign-ins after which an account is closed to an address. */
const ACCOUNT_LIMIT: AttemptLimit = {
  name: 'login',
  attempts: 10,
  windowSeconds: WINDOW_SECONDS,
  message: 'failed_sign_ins',
};
const ACCOUNT_PREFIX_BITS = 64;

/** Failed sign-ins to any accounts after which an address has to wait. People of one office make fewer. */
const NETWORK_LIMIT: AttemptLimit = {
  name: 'login_address',
  attempts: 100,
  windowSeconds: WINDOW_SECONDS,
  message: 'failed_sign_ins_of_network',
};
/** Length of the counted IPv6 prefix: short enough for a customer with many /64 networks. */
export const NETWORK_PREFIX_BITS = 56;

/** Counts what one network does to all accounts together. */
export function networkCounter(limit: AttemptLimit, address: string): AttemptCounter {
  return { limit, account: '', network: toNetwork(address, NETWORK_PREFIX_BITS) };
}

/** Counts by network if the address is known: without one all clients would count as one network. */
export function networkCounters(limit: AttemptLimit, address: string): AttemptCounter[] {
  return address === '' ? [] : [networkCounter(limit, address)];
}

/**
 * Counts a sign-in before its password is checked, by two limits (docs/decisions/0019). The first counts
 * sign-ins to one account from one address, so that nobody locks out its owner from elsewhere. The second
 * counts sign-ins from one address to all accounts, so that nobody tries one password on many. Unknown
 * names are counted like known ones.
 * @throws ApiError 429, for right and wrong passwords
 */
export function countSignIn(db: Db, account: string, address: string): Promise<CountedAttempt[]> {
  const network = toNetwork(address, ACCOUNT_PREFIX_BITS);
  return countAttempt(db, [
    { limit: ACCOUNT_LIMIT, account, network },
    ...networkCounters(NETWORK_LIMIT, address),
  ]);
}

/** Counts a provider's answer, by network alone, since the account is not known yet. @throws ApiError 429 */
export async function countNetworkSignIn(db: Db, address: string, limit = NETWORK_LIMIT) {
  return address === '' ? [] : countAttempt(db, [networkCounter(limit, address)]);
}

/**
 * Clears this attempt and the account's earlier failures from this address once a session has begun. The
 * counter of the address alone stays: otherwise an attacker could clear it by signing in to an account. A
 * right password without the second factor is not a success.
 */
export async function forgetFailedSignIns(
  db: Db,
  [ofAccount, ...ofNetwork]: readonly CountedAttempt[],
) {
  if (ofAccount) await forgetAttempts(db, ofAccount);
  await uncountAttempt(db, ofNetwork);
}
