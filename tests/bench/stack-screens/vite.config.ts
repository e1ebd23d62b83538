import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import viteReact from '@vitejs/plugin-react';
import { nitro } from 'nitro/vite';
import { defineConfig } from 'vite';

/** Start pages that draw what the panel's other screens draw first and nothing else: the least that its stack takes for them. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  plugins: [
    tanstackStart({ srcDirectory: 'app' }),
    nitro({ compressPublicAssets: { gzip: true } }),
    viteReact(),
  ],
});
