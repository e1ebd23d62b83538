import { createHash } from 'node:crypto';
import { mapNames, writableNames, type Fields, type WritableName } from '~/contract/fields';

/** 128 bits. */
const HASH_CHARS = 32;

/** The version of a record in an exported file: a hash of what a file can change, the same whichever API sent it. */
export function rowVersion<T extends Fields>(
  fields: T,
  record: { readonly [Name in WritableName<T>]?: unknown },
): string {
  const values = mapNames(writableNames(fields), (name) => withPlainBreaks(record[name]));
  // An empty field counts as none: a release that adds an optional one makes no conflicts of earlier exports.
  const filled = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(filled)))
    .digest('hex');
  // A letter first: no program takes it for a number or a formula. No underscores: LibreOffice takes _x8_ for a character.
  return `v${hash.slice(0, HASH_CHARS)}`;
}

function withPlainBreaks(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : (value ?? null);
}
