import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..');

/** Paths of specs for a configuration. @throws where there is no such file, which Playwright would pass over */
export function specFiles(...names: readonly string[]): string[] {
  return names.map((name) => {
    const path = join(FOLDER, name);
    if (!existsSync(path)) throw new Error(`There is no ${path}`);
    return path;
  });
}
