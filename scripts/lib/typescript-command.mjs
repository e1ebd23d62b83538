import { loadDotenv } from './dotenv.mjs';
import { importTypeScript } from './import-typescript.mjs';
import { mainOnNode24 } from './project.mjs';

/**
 * A command whose code is TypeScript of the project: `action` gets the module `file`. It has the settings of .env where
 * the environment does not have them. What went wrong for a known reason is said without a stack.
 */
export function typescriptCommand(file, action) {
  return mainOnNode24(async () => {
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
