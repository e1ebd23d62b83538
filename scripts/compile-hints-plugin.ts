import type { Plugin, Rolldown } from 'vite';

/** V8 reads this on the first line: compile all functions while the file loads, off the main thread. */
const HINT = '//# allFunctionsCalledOnLoad\n';
/** Marks the part of a route that the router loads with its screen. */
const SCREEN = 'tsr-split=';

/** Adds the hint to the files that a page loads first, which saves compiling at the call (ADR 44). */
export function compileHintsPlugin(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of firstChunks(bundle)) chunk.code = HINT + chunk.code;
      },
    },
  };
}

/** The entry and the screens, with all that they import. */
function firstChunks(bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const chunks = new Set<Rolldown.OutputChunk>();
  const add = (file: Rolldown.OutputBundle[string] | undefined) => {
    if (file?.type !== 'chunk' || chunks.has(file)) return;
    chunks.add(file);
    for (const name of file.imports) add(bundle[name]);
  };
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    if (file.isEntry || file.facadeModuleId?.includes(SCREEN)) add(file);
  }
  return chunks;
}
