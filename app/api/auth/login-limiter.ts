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

export function createLoginLimiter(db: Db): FailureLimiter {
  return createFailureLimiter(db, LOGIN_FAILURES);
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
