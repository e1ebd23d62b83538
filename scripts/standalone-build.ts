import { fileURLToPath } from 'node:url';
import type { BuildOptions, InlineConfig } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Builds programs of the project that need neither its sources nor node_modules. */
export function standaloneBuild(options: BuildOptions): InlineConfig {
  return {
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: true, target: 'node' },
    build: options,
  };
}
