import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { findNode, isNewEnough, main, ROOT, run, ScriptError } from './lib/project.mjs';

// npm run seed: fills the database. The seeding code is part of the application, so Vite loads it as it is built.
await main(async () => {
  if (!isNewEnough(process.versions.node)) {
    const script = fileURLToPath(import.meta.url);
    process.exitCode = await run([findNode(), script, ...process.argv.slice(2)]);
    return;
  }
  const dotenv = join(ROOT, '.env');
  if (existsSync(dotenv)) process.loadEnvFile(dotenv);
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(ROOT, 'app/api/db/seed/cli.ts'), {
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
  });
  const { runSeed, UsageError } = module;
  try {
    await runSeed(process.argv.slice(2), process.env, (text) => console.log(text));
  } catch (error) {
    const forPeople = [UsageError.name, 'SettingsError', 'DatabaseUnavailableError'];
    throw forPeople.includes(error?.name) ? new ScriptError(error.message) : error;
  }
});
