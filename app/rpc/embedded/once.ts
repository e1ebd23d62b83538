import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from '~/fields/zod';
import { IDEMPOTENCY_KEY_LIMIT_CHARS } from '~/imports/schema';
import { sentence } from '~/language/sentence';
import type { Db } from '~/platform/database/connect.server';
import { bulkRuns } from '~/platform/database/schema/bulk';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/rpc/errors/http-status';
import { ApiError, invalidField } from './api-error';
import type { ApiContext } from './router';

/** Reads the Idempotency-Key of a call; null without one. @throws ApiError 422 */
export function readKey(c: ApiContext): string | null {
  const key = c.req.header('idempotency-key')?.trim() ?? '';
  if (key === '') return null;
  const max = IDEMPOTENCY_KEY_LIMIT_CHARS;
  if (key.length <= max && /^[\x21-\x7e]+$/.test(key)) return key;
  throw invalidField('Idempotency-Key', sentence('key_malformed', { max }));
}

/** Removes old results. They are kept for a while for repeated calls and reloaded screens. */
export async function forgetResults(db: Db): Promise<void> {
  await db.execute(sql`delete from ${bulkRuns} where updated_at < now() - interval '10 minutes'`);
}

/**
 * Makes a record and resolves to its id. A call repeated with the same Idempotency-Key gets the id of the
 * first one. Of two concurrent calls the second waits. A failed call leaves no key. `content` is
 * what was sent, if the body is not text.
 * @throws ApiError 422 for a key that was used for something else
 */
export async function once(
  tx: Db,
  c: ApiContext,
  make: () => Promise<number>,
  content?: string,
): Promise<number> {
  const key = readKey(c);
  if (key === null) return make();
  const { userId } = c.get('session');
  const sent = hash('sha256', c.req.path + (content ?? (await c.req.text())), 'base64url');
  await forgetResults(tx);
  const { rows } = await tx.execute(sql`
    insert into ${bulkRuns} as r (user_id, idempotency_key, hash, claim)
    values (${userId}, ${key}, ${sent}, gen_random_uuid())
    on conflict (user_id, idempotency_key) do update set claim = r.claim
    returning r.hash = ${sent} as "isSame", (r.outcome->>'id')::int as id`);
  const { isSame, id } = z.object({ isSame: z.boolean(), id: z.int().nullable() }).parse(rows[0]);
  if (!isSame) throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, 'key_used');
  if (id !== null) return id;
  const made = await make();
  // The result is stored as that of an import. It has only the record's id, so erasing a person need not
  // change it.
  const outcome = { state: 'finished', result: { created: 1, errors: [] }, id: made };
  await tx.execute(sql`update ${bulkRuns} set outcome = ${JSON.stringify(outcome)}::jsonb
    where user_id = ${userId} and idempotency_key = ${key}`);
  return made;
}
