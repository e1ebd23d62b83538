import { createHash } from 'node:crypto';
import { mapNames, writableNames, type Fields, type WritableName } from '~/fields/fields';

/** Length of the hash: 128 bits. */
const HASH_CHARS = 32;

/** Version of a record in an exported file: a hash of its writable fields, independent of the API. */
export function rowVersion<T extends Fields>(
  fields: T,
  record: { readonly [Name in WritableName<T>]?: unknown },
): string {
  const values = mapNames(writableNames(fields), (name) => withPlainBreaks(record[name]));
  // An empty field counts as missing, so that a release with a new optional field causes no conflicts for
  // earlier exports.
  const filled = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(filled)))
    .digest('hex');
  // The prefix keeps programs from reading the hash as a number or a formula. It must not contain an
  // underscore, since LibreOffice reads _x8_ as a character.
  return `v${hash.slice(0, HASH_CHARS)}`;
}

function withPlainBreaks(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : (value ?? null);
}
