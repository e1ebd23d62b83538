import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FETCHER = 'virtual:start-fetcher';
const OURS = fileURLToPath(new URL('../app/data/call-server-function.ts', import.meta.url));

/**
 * Keeps the part of Start that encodes calls of server functions and reads their answers out of the browser's first download:
 * Start's client gets our module in its place, which loads it with the first call that needs it (docs/decisions/0041).
 */
export function lazyFetcherPlugin(): Plugin {
  let fetcher: string | undefined;
  return {
    name: 'lazy-fetcher',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async resolveId(source, importer) {
      if (source === FETCHER) return fetcher;
      if (!source.endsWith('/serverFnFetcher.js')) return undefined;
      if (!importer?.endsWith('/createClientRpc.js')) return undefined;
      fetcher = (await this.resolve(source, importer, { skipSelf: true }))?.id;
      return OURS;
    },
    buildEnd(error) {
      if (!error && !fetcher)
        this.error('Start no longer has the module that this plugin replaces');
    },
  };
}
