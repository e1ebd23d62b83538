import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { standaloneBuild } from './standalone-build.ts';

const MODULE = 'virtual:bulk-child';
const RESOLVED = `\0${MODULE}`;
const ENTRY = fileURLToPath(new URL('../app/imports/process/main.ts', import.meta.url));

/**
 * Provides `virtual:bulk-child`, whose default export is the program of the reading process as one text. The
 * built server passes it to node on standard input, so that no other file has to be found wherever the server
 * is deployed.
 */
export function bulkChildPlugin(): Plugin {
  let source: Promise<string> | undefined;
  return {
    name: 'bulk-child',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      source ??= bundleChild();
      return `export default ${JSON.stringify(await source)};`;
    },
  };
}

async function bundleChild(): Promise<string> {
  const result = await build(
    standaloneBuild({
      ssr: ENTRY,
      write: false,
      minify: true,
      rolldownOptions: { output: { format: 'es', codeSplitting: false } },
    }),
  );
  const outputs = Array.isArray(result) ? result : [result];
  for (const output of outputs) {
    if (!('output' in output)) continue;
    const [chunk] = output.output;
    if (chunk?.type === 'chunk') return chunk.code;
  }
  throw new Error('The reading process could not be bundled');
}
