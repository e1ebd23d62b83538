import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import viteReact from '@vitejs/plugin-react';
import { nitro } from 'nitro/vite';
import { defineConfig } from 'vite';

/** A bare TanStack Start page: the reference for the panel's own weight. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [tanstackStart({ srcDirectory: 'app' }), nitro(), viteReact()],
});
