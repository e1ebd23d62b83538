import { POSTGRES_TESTS, recordPostgresTests } from './lib/postgres-tests.mjs';
import { main, nodeModuleBin, run } from './lib/project.mjs';

// npm run test:postgres: the slow tests of the embedded PostgreSQL, whether what they test has changed or not.
await main(async () => {
  const vitest = [...nodeModuleBin('vitest/vitest.mjs'), 'run', '--project', 'api', POSTGRES_TESTS];
  process.exitCode = await run(vitest);
  if (process.exitCode === 0) recordPostgresTests();
});
