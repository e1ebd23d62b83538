import { toNetwork } from '~/lib/client-address.server';
import type { Db } from '../db/connect.server';
import {
  countAttempt,
  forgetAttempts,
  uncountAttempt,
  type AttemptCounter,
  type AttemptLimit,
  type CountedAttempt,
} from './attempt-limits';

/** How long failures count. */
const WINDOW_SECONDS = 15 * 60;

/** Failed sign-ins before an account is closed to an address. */
const ACCOUNT_LIMIT: AttemptLimit = {
  name: 'login',
  attempts: 10,
  windowSeconds: WINDOW_SECONDS,
  message: 'Too many failed sign-ins.',
};
const ACCOUNT_PREFIX_BITS = 64;

/** Failed sign-ins to any accounts before an address has to wait; more than people of one office make. */
const NETWORK_LIMIT: AttemptLimit = {
  name: 'login_address',
  attempts: 100,
  windowSeconds: WINDOW_SECONDS,
  message: 'Too many failed sign-ins from your network.',
};
/** Also of a customer who was given many /64 networks. */
export const NETWORK_PREFIX_BITS = 56;

/** Counts what one network does to all accounts together. */
export function networkCounter(limit: AttemptLimit, address: string): AttemptCounter {
  return { limit, account: '', network: toNetwork(address, NETWORK_PREFIX_BITS) };
}

/** The same where there is an address: without one all clients would count as one network. */
export function networkCounters(limit: AttemptLimit, address: string): AttemptCounter[] {
  return address === '' ? [] : [networkCounter(limit, address)];
}

/**
 * Counts a sign-in before its password is checked: those to one account from one address, so that no one locks out its
 * owner from elsewhere, and those from one address to all accounts together, so that no one tries one password on many
 * (docs/decisions/0019). Names that don't exist are counted like those that do.
 * @throws ApiError 429, whether the password is right or wrong
 */
export function countSignIn(db: Db, account: string, address: string): Promise<CountedAttempt[]> {
  const network = toNetwork(address, ACCOUNT_PREFIX_BITS);
  return countAttempt(db, [
    { limit: ACCOUNT_LIMIT, account, network },
    ...networkCounters(NETWORK_LIMIT, address),
  ]);
}

/** The same where there is no account to count by yet: a provider's answer. @throws ApiError 429 */
export async function countNetworkSignIn(db: Db, address: string, limit = NETWORK_LIMIT) {
  return address === '' ? [] : countAttempt(db, [networkCounter(limit, address)]);
}

/**
 * A session has begun: takes this attempt back, and the account's earlier failures from this address. Not those of the
 * address: an attacker's own account would clear them. A right password without the second factor is not a success.
 */
export async function forgetFailedSignIns(
  db: Db,
  [ofAccount, ...ofNetwork]: readonly CountedAttempt[],
) {
  if (ofAccount) await forgetAttempts(db, ofAccount);
  await uncountAttempt(db, ofNetwork);
}
