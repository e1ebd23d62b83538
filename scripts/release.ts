import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMIT = /^[0-9a-f]{7,64}$/;
const SHORT = 7;

/** The constants of app/rpc/release.ts, which Vite writes into the bundles. */
export function releaseDefines(): Record<string, string> {
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const version: unknown = Reflect.get(Object(JSON.parse(manifest)), 'version');
  return {
    'import.meta.env.RELEASE_VERSION': JSON.stringify(String(version)),
    'import.meta.env.RELEASE_COMMIT': JSON.stringify(findCommit(ROOT, process.env.GIT_COMMIT)),
  };
}

/**
 * Returns the short commit of these sources, with "-dirty" if files were changed. An image or a tarball has
 * no .git, so GIT_COMMIT (`given`) comes first. "unknown" if neither is available.
 */
export function findCommit(folder: string, given = ''): string {
  if (COMMIT.test(given)) return given.slice(0, SHORT);
  // Sources inside of another repository do not belong to its commit.
  if (!existsSync(join(folder, '.git'))) return 'unknown';
  const describe = ['describe', '--always', '--dirty', `--abbrev=${SHORT}`, '--exclude=*'];
  try {
    return execFileSync('git', describe, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}
