import { fileURLToPath } from 'node:url';
import { loadDotenv } from './dotenv.mjs';
import { importTypeScript } from './import-typescript.mjs';
import { findNode, isNewEnough, main, run } from './project.mjs';

/**
 * A command whose code is TypeScript of the project: `action` gets the module `file`. With Node 24, and the settings of
 * .env where the environment does not have them. What went wrong for a known reason is said without a stack.
 */
export function typescriptCommand(script, file, action) {
  return main(async () => {
    if (!isNewEnough(process.versions.node)) {
      process.exitCode = await run([findNode(), fileURLToPath(script), ...process.argv.slice(2)]);
      return;
    }
    loadDotenv();
    try {
      await action(await importTypeScript(file));
    } catch (error) {
      const { exitCodeOf } = await importTypeScript('app/lib/exit-codes.ts');
      const code = exitCodeOf(error);
      if (code === undefined && error?.name !== 'UsageError') throw error;
      console.error(error.message);
      process.exitCode = code ?? 1;
    }
  });
}
