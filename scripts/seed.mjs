import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { importTypeScript } from './lib/import-typescript.mjs';
import { findNode, isNewEnough, main, ROOT, run, ScriptError } from './lib/project.mjs';

// npm run seed: fills the database.
await main(async () => {
  if (!isNewEnough(process.versions.node)) {
    const script = fileURLToPath(import.meta.url);
    process.exitCode = await run([findNode(), script, ...process.argv.slice(2)]);
    return;
  }
  const dotenv = join(ROOT, '.env');
  if (existsSync(dotenv)) process.loadEnvFile(dotenv);
  const { runSeed, UsageError } = await importTypeScript('app/api/db/seed/cli.ts');
  try {
    await runSeed(process.argv.slice(2), process.env, (text) => console.log(text));
  } catch (error) {
    const forPeople = [UsageError.name, 'SettingsError', 'DatabaseUnavailableError'];
    throw forPeople.includes(error?.name) ? new ScriptError(error.message) : error;
  }
});
