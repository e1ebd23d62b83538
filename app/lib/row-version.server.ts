import { createHash } from 'node:crypto';
import { mapNames, writableNames, type Fields, type WritableName } from '~/contract/fields';

/**
 * The version of a record in an exported file: a hash of what a file can change. Two records with the same values have
 * the same version, whichever API sent them, so it works where the API has no versions of its own.
 */
export function rowVersion<T extends Fields>(
  fields: T,
  record: { readonly [Name in WritableName<T>]?: unknown },
): string {
  const values = mapNames(writableNames(fields), (name) => record[name] ?? null);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}
