import { join } from 'node:path';
import type { Plugin } from 'vite';

const support = (file: string) => join(import.meta.dirname, file);

/** Modules that replace others of the app in UI tests. */
const INSTEAD: Readonly<Record<string, string>> = {
  // The API's answers are the test's.
  './transport.server': support('stub-transport.ts'),
  '~/platform/settings.server': support('fresh-settings.ts'),
  './settings.server': support('fresh-settings.ts'),
};
const FRAMEWORK = '@tanstack/react-start';

/**
 * Server functions for UI tests: the real ones with their middleware, validators and calls. Only the
 * API is replaced.
 */
export function serverFunctionsPlugin(): Plugin {
  return {
    name: 'server-functions-in-tests',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === FRAMEWORK && importer?.endsWith('.functions.ts'))
        return support('create-server-fn.ts');
      return INSTEAD[source];
    },
  };
}
