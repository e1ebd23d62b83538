import { hash } from 'node:crypto';
import { mapNames, writableNames, type Fields, type WritableName } from '~/fields/fields';
import { HTTP_PRECONDITION_FAILED } from '~/rpc/errors/http-status';
import { ApiError } from './api-error';

/** A strong ETag (RFC 9110, 8.8.3) of a record, by its content: no column has to count changes. */
export function entityTag(record: object): string {
  return `"${hash('sha256', JSON.stringify(record), 'base64url')}"`;
}

/** Fields that a PUT can change. The tag ignores others, such as a last sign-in (docs/decisions/0017). */
export function editablePart<T extends Fields>(
  fields: T,
  record: { readonly [Name in WritableName<T>]: unknown },
): object {
  return mapNames(writableNames(fields), (name) => record[name]);
}

/** True if If-Match or If-None-Match names a tag, strong or weak. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** Checks If-Match, if sent. Tags weakened by our compression count as strong. @throws ApiError 412 */
export function requireMatch(ifMatch: string | undefined, record: object, what: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (namesTag(ifMatch, entityTag(record))) return;
  throw new ApiError(
    HTTP_PRECONDITION_FAILED,
    `Someone else has changed this ${what} in the meantime`,
  );
}
