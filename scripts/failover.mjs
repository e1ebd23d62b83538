import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { findProgram } from './lib/programs.mjs';
import { buildIfNeeded, main, nodeModuleBin, run, ScriptError } from './lib/project.mjs';

// npm run test:failover: a standby takes over while the build writes, directly and by PgBouncer.

await main(async () => {
  const [initdb, pooler] = ['initdb', 'pgbouncer'].map(findProgram);
  if (!initdb || !pooler) {
    throw new ScriptError(
      `Skipped: there is no ${initdb ? 'PgBouncer' : 'PostgreSQL server'} (Debian: apt install postgresql pgbouncer).`,
    );
  }
  await buildIfNeeded();
  const vitest = [...nodeModuleBin('vitest/vitest.mjs'), 'run'];
  const config = ['--config', 'tests/failover/vitest.config.ts'];
  process.exitCode = await run([...vitest, ...config, ...process.argv.slice(2)], {
    // A link on the path may be alone in its folder.
    env: { POSTGRES_BIN: dirname(realpathSync(initdb)), PGBOUNCER: pooler },
  });
});
