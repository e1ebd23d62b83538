import { createHash } from 'node:crypto';
import { lt, sql, type SQL } from 'drizzle-orm';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Db } from '../db/connect.server';
import { rateLimits } from '../db/schema';
import { ApiError } from '../http/api-error';

/** Failed sign-ins before an account is closed to an address, and for how long. */
const FAILURE_LIMIT = 10;
const WINDOW_SECONDS = 15 * 60;

/** Counts failed sign-ins only, so that no one is held up by signing in often. */
export interface LoginLimiter {
  /** @throws ApiError 429 with Retry-After */
  assertAllowed(account: string, address: string): Promise<void>;
  countFailure(account: string, address: string): Promise<void>;
  forget(account: string, address: string): Promise<void>;
}

export function createLoginLimiter(db: Db): LoginLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: toClient(db),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: 'login',
    points: FAILURE_LIMIT,
    duration: WINDOW_SECONDS,
    clearExpiredByTimeout: false,
  });
  return {
    async assertAllowed(account, address) {
      const state = await limiter.get(toKey(account, address));
      if (!state || state.consumedPoints < FAILURE_LIMIT) return;
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      throw new ApiError(429, `Too many failed sign-ins. Try again in ${waitText(seconds)}.`, [], {
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
