import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Nitro } from 'nitro/types';
import { build } from 'vite';
import { standaloneBuild } from './standalone-build.ts';

const TOOLS = fileURLToPath(new URL('../tools/', import.meta.url));
const COMMANDS = {
  admin: join(TOOLS, 'admin/admin-command.ts'),
  backup: join(TOOLS, 'transfer/backup-command.ts'),
  'export-data': join(TOOLS, 'transfer/export-command.ts'),
  'import-data': join(TOOLS, 'transfer/import-command.ts'),
};

/**
 * Adds admin, backup, export-data and import-data to a server build, in `server/tools`. So a container is
 * backed up and its administrators are managed by the same release. There the commands find the database
 * binaries as the server does.
 */
export function bundleCommands({ options, hooks }: Nitro): void {
  if (options.preset !== 'node-server' || options.dev) return;
  hooks.hook('compiled', async () => {
    const folder = join(options.output.serverDir, 'tools');
    await build(
      standaloneBuild({
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: {
          input: COMMANDS,
          output: {
            entryFileNames: '[name]-command.mjs',
            chunkFileNames: '[name]-[hash].mjs',
          },
        },
      }),
    );
    for (const name of Object.keys(COMMANDS)) {
      await writeFile(join(folder, `${name}.mjs`), entryOf(name));
    }
  });
}

/** Writes an entry that checks Node's version before it imports modules that an older Node does not have. */
function entryOf(name: string): string {
  return `const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(\`Node 24.7 or newer is needed, and this is \${process.versions.node}\`);
  process.exit(78);
}
await import('./${name}-command.mjs');
`;
}
