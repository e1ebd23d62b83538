import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import viteReact from '@vitejs/plugin-react';
import { nitro } from 'nitro/vite';
import { defineConfig } from 'vite';

/** A Start page with nothing but the table of buildings: the least that the panel's stack takes, compressed as the panel's files are. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  plugins: [
    tanstackStart({ srcDirectory: 'app' }),
    nitro({ compressPublicAssets: { gzip: true } }),
    viteReact(),
  ],
});
