import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { importTypeScript } from './import-typescript.mjs';
import { findNode, isNewEnough, main, ROOT, run, ScriptError } from './project.mjs';

/** Errors that are printed without a stack. */
const FOR_PEOPLE = new Set([
  'UsageError',
  'SettingsError',
  'DatabaseUnavailableError',
  'DataDirInUseError',
  'DataDirUnusableError',
]);

/**
 * A command whose code is TypeScript of the project: `action` gets the module `file`. With Node 24, and the settings of
 * .env where the environment does not have them.
 */
export function typescriptCommand(script, file, action) {
  return main(async () => {
    if (!isNewEnough(process.versions.node)) {
      process.exitCode = await run([findNode(), fileURLToPath(script), ...process.argv.slice(2)]);
      return;
    }
    const dotenv = join(ROOT, '.env');
    if (existsSync(dotenv)) process.loadEnvFile(dotenv);
    try {
      await action(await importTypeScript(file));
    } catch (error) {
      throw FOR_PEOPLE.has(error?.name) ? new ScriptError(error.message) : error;
    }
  });
}
