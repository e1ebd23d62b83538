import { createHash } from 'node:crypto';
import { ApiError } from './api-error';

/**
 * A strong ETag (RFC 9110, 8.8.3) of a record in its wire form: the same content has the same tag, whichever process
 * answers, and no column has to count changes.
 */
export function entityTag(record: object): string {
  return `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url')}"`;
}

/**
 * Checks If-Match of a change: without the header every change is accepted; with it the record must have one of the
 * tags. A tag that our own compression has weakened (W/) counts as strong.
 * @throws ApiError 412
 */
export function requireMatch(ifMatch: string | undefined, record: object, what: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const named = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (named.includes(entityTag(record))) return;
  throw new ApiError(412, `Someone else has changed this ${what} in the meantime`);
}
