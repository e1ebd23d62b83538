import type { Plugin } from 'vite';

/** V8 reads it on the first line: compile all functions of the file while it loads, away from the main thread. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** The files of a list's first download (first-files.ts), by the names of their chunks. */
const FIRST = new Set(['index', 'parts', 'shell', '_shell', 'lists', 'condos']);

/** Marks the files whose functions a first page needs nearly all of, so that none is compiled at its first call. */
export function compileHintsPlugin(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (process.env.NOHINTS) return;
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && FIRST.has(file.name)) file.code = HINT + file.code;
        }
      },
    },
  };
}
