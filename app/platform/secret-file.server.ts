import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { errorCode } from './file-errors.server';

/** Reads the secret in a file, without its last line break. A problem never quotes the content. */
export function readSecretFile(path: string): { secret: string } | { problem: string } {
  // A path that is not absolute may be the secret itself, under the wrong name.
  const file = isAbsolute(path) ? `the file ${path}` : 'a file';
  try {
    const secret = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
    return secret.trim() === '' ? { problem: `names ${file} that is empty` } : { secret };
  } catch (error) {
    return { problem: `names ${file} that cannot be read (${errorCode(error) ?? 'unknown'})` };
  }
}
