import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { findProgram } from './lib/programs.mjs';
import { buildIfNeeded, main, ScriptError } from './lib/project.mjs';
import { runSuite } from './lib/suites.mjs';

// npm run test:failover: a standby takes over while the build writes, directly and by PgBouncer.

await main(async () => {
  const [initdb, pooler] = ['initdb', 'pgbouncer'].map(findProgram);
  if (!initdb || !pooler) {
    throw new ScriptError(
      `Skipped: there is no ${initdb ? 'PgBouncer' : 'PostgreSQL server'} (Debian: apt install postgresql pgbouncer).`,
    );
  }
  await buildIfNeeded();
  // The program in PATH may be a link in a folder without the others.
  const POSTGRES_BIN = dirname(realpathSync(initdb));
  process.exitCode = await runSuite('failover', { POSTGRES_BIN, PGBOUNCER: pooler });
});
