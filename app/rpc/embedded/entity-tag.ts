import { hash } from 'node:crypto';
import { mapNames, writableNames, type Fields, type WritableName } from '~/fields/fields';
import { HTTP_PRECONDITION_FAILED } from '~/rpc/errors/http-status';
import { recordTag } from '~/rpc/versioned';
import { ApiError } from './api-error';
import { hidesPersonalData } from './hiding';
import { withoutPersonalData } from './personal-data';
import { sentence } from '~/language/sentence';

/** A strong ETag (RFC 9110, 8.8.3) of a record, by its content: no column has to count changes. */
export function entityTag(record: object): string {
  const text = hash('sha256', JSON.stringify(record), 'base64url');
  // Without hyphens no tag ends like one that a proxy has given the name of an encoding ("-br").
  return `"${text.replaceAll('-', '_')}"`;
}

/**
 * The ETag of what the caller sees of a record. A tag of the rest would confirm a guess at it, in an answer
 * or in If-Match.
 */
export function seenTag(record: object): string {
  return entityTag(hidesPersonalData() ? withoutPersonalData(record) : record);
}

/** Fields that a PUT can change. The tag ignores others, such as a last sign-in (docs/decisions/0017). */
export function editablePart<T extends Fields>(
  fields: T,
  record: { readonly [Name in WritableName<T>]: unknown },
): object {
  return mapNames(writableNames(fields), (name) => record[name]);
}

/** True if If-Match or If-None-Match names a tag, in any form that proxies give it. */
export function namesTag(header: string | undefined, tag: string): boolean {
  const sent = (header ?? '').split(',').map((one) => one.trim());
  return sent.some((one) => one === tag || recordTag(one) === tag);
}

/** Checks If-Match, if sent. Tags that compression has changed count as strong. @throws ApiError 412 */
export function requireMatch(ifMatch: string | undefined, record: object, what: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (namesTag(ifMatch, seenTag(record))) return;
  throw new ApiError(HTTP_PRECONDITION_FAILED, sentence('changed_meanwhile', { what }));
}
