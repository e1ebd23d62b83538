import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { buildIfNeeded, main, nodeModuleBin, run } from './lib/project.mjs';

// npm run test:failover: a standby takes over while the build writes, directly and by PgBouncer.

/** Debian's folder of the server's programs, with a folder for each version. */
const VERSIONS = '/usr/lib/postgresql';

/** The folder of this program and those that belong to it, found on the path or in `more`. */
function folderOf(program, more) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...more];
  const found = folders.find((folder) => existsSync(join(folder, program)));
  // A link on the path may be alone there.
  return found && dirname(realpathSync(join(found, program)));
}

await main(async () => {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).toSorted().toReversed() : [];
  const bin = folderOf(
    'initdb',
    versions.map((version) => join(VERSIONS, version, 'bin')),
  );
  const pooler = folderOf('pgbouncer', ['/usr/sbin']);
  if (!bin || !pooler) {
    console.log(
      `Skipped: there is no ${bin ? 'PgBouncer' : 'PostgreSQL server'} (Debian: apt install postgresql pgbouncer).`,
    );
    return;
  }
  await buildIfNeeded();
  const vitest = [...nodeModuleBin('vitest/vitest.mjs'), 'run'];
  const config = ['--config', 'tests/failover/vitest.config.ts'];
  process.exitCode = await run([...vitest, ...config, ...process.argv.slice(2)], {
    env: { POSTGRES_BIN: bin, PGBOUNCER: join(pooler, 'pgbouncer') },
  });
});
