import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, ROOT } from './lib/project.mjs';

/*
 * node scripts/complete-lockfile.mjs, after `npm install` has changed package-lock.json. npm leaves out
 * optional packages of other platforms that the registry in use does not have, and `npm ci` then rejects the
 * lockfile everywhere. This script adds them by name, version and platform; a registry that has them supplies
 * the rest.
 *
 * It leaves out each package's Node version: `npm ci` compares that with the Node that npm runs on, but the
 * packages run on the project's own (the package `node`). tests/unit/scripts/lockfile.test.ts checks it.
 */

const PLATFORM =
  /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(.+))?$/;

/** Optional dependencies that a lockfile names but has no entry for: [parent path, package, version]. */
function missingOptionals({ packages }) {
  const missing = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isLocked(packages, path, name)) missing.push([path, name, version]);
    }
  }
  return missing;
}

/** Searches as Node does: next to the parent, then next to each folder above. */
function isLocked(packages, parent, name) {
  for (let path = parent; ; path = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))) {
    if (packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`]) return true;
    if (path === '') return false;
  }
}

function platformEntry({ dev, license = 'MIT' }, name, version) {
  const [, os, cpu, abi = ''] = PLATFORM.exec(name) ?? [];
  if (!os) throw new Error(`${name} names no platform`);
  const libc = os === 'linux' ? { musl: 'musl', gnu: 'glibc' }[abi] : undefined;
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    license,
    optional: true,
    os: [os],
  };
}

await main(() => {
  const file = join(ROOT, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingOptionals(lock);
  for (const [parent, name, version] of missing) {
    lock.packages[`node_modules/${name}`] = platformEntry(lock.packages[parent], name, version);
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path !== '') delete entry.engines;
  }
  const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${missing.length} optional packages.`);
});
