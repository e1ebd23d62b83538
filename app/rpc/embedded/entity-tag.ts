import { hash } from 'node:crypto';
import { mapNames, writableNames, type Fields, type WritableName } from '~/fields/fields';
import { HTTP_PRECONDITION_FAILED } from '~/rpc/errors/http-status';
import { recordTag } from '~/rpc/versioned';
import { ApiError } from './api-error';
import { hidesPersonalData } from './hiding';
import { withoutPersonalData } from './personal-data';
import { sentence } from '~/language/sentence';

/** A strong ETag (RFC 9110, 8.8.3) made from a record's content, so that no column has to count changes. */
export function entityTag(record: object): string {
  const text = hash('sha256', JSON.stringify(record), 'base64url');
  // Without hyphens no tag can end like an encoding that a proxy appends ("-br").
  return `"${text.replaceAll('-', '_')}"`;
}

/**
 * The ETag of the values that the caller sees. A tag of hidden values would confirm a guess at them, in an
 * answer or by If-Match.
 */
export function seenTag(record: object): string {
  return entityTag(hidesPersonalData() ? withoutPersonalData(record) : record);
}

/**
 * Values of the fields that a PUT can change. Others, such as the last sign-in, are not part of the tag
 * (docs/decisions/0017).
 */
export function editablePart<T extends Fields>(
  fields: T,
  record: { readonly [Name in WritableName<T>]: unknown },
): object {
  return mapNames(writableNames(fields), (name) => record[name]);
}

/** True if If-Match or If-None-Match contains a tag, in any form into which proxies change it. */
export function namesTag(header: string | undefined, tag: string): boolean {
  const sent = (header ?? '').split(',').map((one) => one.trim());
  return sent.some((one) => one === tag || recordTag(one) === tag);
}

/** Checks If-Match if it was sent. Tags changed by compression count as strong. @throws ApiError 412 */
export function requireMatch(ifMatch: string | undefined, record: object, what: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (namesTag(ifMatch, seenTag(record))) return;
  throw new ApiError(HTTP_PRECONDITION_FAILED, sentence('changed_meanwhile', { what }));
}
