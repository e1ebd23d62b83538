import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..');

/**
 * Returns paths of specs for a configuration.
 * @throws if a file is missing, which Playwright would ignore
 */
export function specFiles(...names: readonly string[]): string[] {
  return names.map((name) => {
    const path = join(FOLDER, name);
    if (!existsSync(path)) throw new Error(`There is no ${path}`);
    return path;
  });
}
