import { createHash } from 'node:crypto';
import { lt, sql, type SQL } from 'drizzle-orm';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Db } from '../db/connect.server';
import { rateLimits } from '../db/schema';
import { ApiError } from '../http/api-error';

/** How long failures count. */
const WINDOW_SECONDS = 15 * 60;

/** Failed sign-ins before an account is closed to an address. */
const LOGIN_FAILURES = {
  keyPrefix: 'login',
  limit: 10,
  message: 'Too many failed sign-ins.',
};

/** Failed sign-ins to any accounts before an address has to wait; more than people of one office make. */
const ADDRESS_FAILURES = {
  keyPrefix: 'login_address',
  limit: 100,
  message: 'Too many failed sign-ins from your network.',
};
const ANY_ACCOUNT = '';

interface FailureLimit {
  keyPrefix: string;
  limit: number;
  /** What the refusal says before it tells how long to wait. */
  message: string;
}

/** Counts failures only, so that no one is held up by doing the right thing often. */
export interface FailureLimiter {
  /** @throws ApiError 429 with Retry-After */
  assertAllowed(account: string, address: string): Promise<void>;
  countFailure(account: string, address: string): Promise<void>;
  forget(account: string, address: string): Promise<void>;
}

/**
 * Limits the sign-ins to one account from one address, so that no one locks out its owner from elsewhere, and those from
 * one address to all accounts together, so that no one tries one password on many.
 */
export function createLoginLimiter(db: Db): FailureLimiter {
  const one = createFailureLimiter(db, LOGIN_FAILURES);
  const all = createFailureLimiter(db, ADDRESS_FAILURES);
  return {
    async assertAllowed(account, address) {
      await one.assertAllowed(account, address);
      if (address) await all.assertAllowed(ANY_ACCOUNT, address);
    },
    async countFailure(account, address) {
      await one.countFailure(account, address);
      if (address) await all.countFailure(ANY_ACCOUNT, address);
    },
    // Not for all accounts: one that an attacker has would reset the count.
    forget: (account, address) => one.forget(account, address),
  };
}

export function createFailureLimiter(
  db: Db,
  { keyPrefix, limit, message }: FailureLimit,
): FailureLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: toClient(db),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix,
    points: limit,
    duration: WINDOW_SECONDS,
    clearExpiredByTimeout: false,
  });
  return {
    async assertAllowed(account, address) {
      const state = await limiter.get(toKey(account, address));
      if (!state || state.consumedPoints < limit) return;
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      throw new ApiError(429, `${message} Try again in ${waitText(seconds)}.`, [], {
        'retry-after': String(seconds),
      });
    },
    async countFailure(account, address) {
      await limiter.penalty(toKey(account, address));
    },
    async forget(account, address) {
      await limiter.delete(toKey(account, address));
      await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
    },
  };
}

function toKey(account: string, address: string): string {
  const text = JSON.stringify([account.trim().toLowerCase(), address]);
  return createHash('sha256').update(text).digest('base64url');
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** The limiter's statements through our own pool, unnamed as all of them are. */
function toClient(db: Db) {
  return {
    query: ({ text, values }: { text: string; values: readonly unknown[] }) =>
      db.execute(toSql(text, values)),
  };
}

function toSql(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`,
    ),
  );
}
