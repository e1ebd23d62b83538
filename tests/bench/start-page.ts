import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import viteReact from '@vitejs/plugin-react';
import { nitro } from 'nitro/vite';
import type { UserConfig } from 'vite';

/** The build of a reference page on the panel's stack, compressed as the panel's own files are. */
export function startPage(root: string): UserConfig {
  return {
    root,
    resolve: { tsconfigPaths: true },
    plugins: [
      tanstackStart({ srcDirectory: 'app' }),
      nitro({ compressPublicAssets: { gzip: true } }),
      viteReact(),
    ],
  };
}
