import { and, eq, gt, inArray, lte, not, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~/platform/database/connect.server';
import { rateLimits } from '~/platform/database/schema/account';
import { tooManyRequests, type ApiError } from '~/rpc/embedded/api-error';
import { sentence, type AnyInnerSentence, type PlainCode } from '~/language/sentence';

export interface AttemptLimit {
  /** Name of the limit, part of the stored key. */
  name: string;
  attempts: number;
  windowSeconds: number;
  /** The 429's message. The time to wait follows it. */
  message: PlainCode;
}

/** The subject whose attempts a limit counts. */
export interface AttemptCounter {
  limit: AttemptLimit;
  /** A typed e-mail address; empty for a limit of all accounts together. */
  account: string;
  network: string;
}

/** One counter's share of an attempt, needed to undo the count. */
export interface CountedAttempt {
  key: string;
  /** End of the window. It identifies the window, so that undoing never lowers the count of a later one. */
  expiresAt: string;
}

/**
 * Counts an attempt with all its counters in one statement, before anything is checked: concurrent guesses
 * cannot pass together, and past a limit a right guess gets the same answer as a wrong one. An attempt that
 * is rejected by the limit is not counted.
 * @param counters one per limit, always in the same order, so that two statements never wait for each
 * other's rows
 * @throws ApiError 429 with Retry-After
 */
export async function countAttempt(db: Db, counters: readonly AttemptCounter[]) {
  const rows = await db
    .insert(rateLimits)
    .values(
      counters.map((counter) => ({
        key: toKey(counter),
        points: 1,
        expires_at: sql`now() + ${counter.limit.windowSeconds} * interval '1 second'`,
      })),
    )
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isExpired} then 1 else ${rateLimits.points} + 1 end`,
        expires_at: sql`case when ${isExpired} then excluded.expires_at else ${rateLimits.expires_at} end`,
      },
    })
    .returning({
      key: rateLimits.key,
      points: rateLimits.points,
      expiresAt: sql<string>`${rateLimits.expires_at}::text`,
      secondsLeft,
    });
  const counted = rows.map(({ key, expiresAt }) => ({ key, expiresAt }));
  for (const [index, { limit }] of counters.entries()) {
    const row = rows[index];
    if (row && row.points > limit.attempts) {
      await uncountAttempt(db, counted);
      throw tooManyAttempts(limit, row.secondsLeft);
    }
  }
  return counted;
}

/** Reads whether a counter is past its limit. @throws ApiError 429 with Retry-After */
export async function assertAttemptsLeft(db: Db, counter: AttemptCounter): Promise<void> {
  const [row] = await db
    .select({ points: rateLimits.points, secondsLeft })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, toKey(counter)), not(isExpired)));
  if (row && row.points >= counter.limit.attempts) {
    throw tooManyAttempts(counter.limit, row.secondsLeft);
  }
}

/** Undoes the count of an attempt. Empty counters are removed, so that invented names leave no rows. */
export async function uncountAttempt(db: Db, counted: readonly CountedAttempt[]): Promise<void> {
  for (const { key, expiresAt } of counted) {
    const counter = and(
      eq(rateLimits.key, key),
      eq(rateLimits.expires_at, sql`${expiresAt}::timestamptz`),
    );
    const removed = await db.delete(rateLimits).where(and(counter, lte(rateLimits.points, 1)));
    if (removed.rowCount === 1) continue;
    await db
      .update(rateLimits)
      .set({ points: sql`${rateLimits.points} - 1` })
      .where(and(counter, gt(rateLimits.points, 0)));
  }
}

/**
 * Claims a key for some seconds; false if it is claimed already. In a transaction, other claims of the key
 * wait for its end.
 */
export async function claimOnce(db: Db, key: string, seconds: number): Promise<boolean> {
  const expires_at = sql`now() + ${seconds} * interval '1 second'`;
  const { rowCount } = await db
    .insert(rateLimits)
    .values({ key, points: 1, expires_at })
    .onConflictDoUpdate({ target: rateLimits.key, set: { expires_at }, setWhere: isExpired });
  return rowCount === 1;
}

export async function forgetAttempts(db: Db, { key }: CountedAttempt): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Removes counters whose window is over. Skips locked ones: waiting for several could deadlock. */
export async function removeExpiredCounters(db: Db): Promise<void> {
  const expired = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(isExpired)
    .for('update', { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.key, expired));
}

const secondsLeft = sql<number>`ceil(extract(epoch from ${rateLimits.expires_at} - now()))::int`;
const isExpired = lte(rateLimits.expires_at, sql`now()`);

/**
 * The key is hashed because a typed e-mail address may be a password. The database lowercases the account, as
 * it does to find accounts: JavaScript's lower case could give one account several counters.
 */
function toKey({ limit, account, network }: AttemptCounter): SQL<string> {
  const subject = sql`lower(${account}::text) || chr(31) || ${network}::text`;
  return sql`${`${limit.name}:`}::text || encode(sha256(convert_to(${subject}, 'UTF8')), 'hex')`;
}

function tooManyAttempts({ message }: AttemptLimit, seconds: number): ApiError {
  const wait = Math.max(1, seconds);
  return tooManyRequests(sentence('try_again_in', { reason: message, wait: waitText(wait) }), wait);
}

function waitText(seconds: number): AnyInnerSentence {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'one_minute' : sentence('minutes', { count: minutes });
}
