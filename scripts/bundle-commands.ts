import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Nitro } from 'nitro/types';
import { build } from 'vite';
import { standaloneBuild } from './standalone-build.ts';

const TOOLS = fileURLToPath(new URL('../tools/', import.meta.url));

/**
 * Adds admin, export-data and import-data to a build that runs as a server, in `server/tools`: a container is backed up,
 * and its administrators are let in again, by its own release. There they find the database binaries where the server finds them.
 */
export function bundleCommands({ options, hooks }: Nitro): void {
  if (options.preset !== 'node-server' || options.dev) return;
  hooks.hook('compiled', async () => {
    await build(
      standaloneBuild({
        ssr: true,
        outDir: join(options.output.serverDir, 'tools'),
        emptyOutDir: true,
        rolldownOptions: {
          input: {
            admin: join(TOOLS, 'admin/admin-command.ts'),
            'export-data': join(TOOLS, 'transfer/export-command.ts'),
            'import-data': join(TOOLS, 'transfer/import-command.ts'),
          },
          output: {
            entryFileNames: '[name].mjs',
            chunkFileNames: '[name]-[hash].mjs',
          },
        },
      }),
    );
  });
}
