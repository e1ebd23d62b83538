import { join } from 'node:path';
import { ROOT } from './project.mjs';

/** Loads a TypeScript file of the project, aliases included, as Vite does for a build. */
export async function importTypeScript(file) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(ROOT, file), {
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
  });
  return module;
}
