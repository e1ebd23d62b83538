import viteReact from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** References as pages of the browser alone: `vite build tests/bench/spa-lists --config tests/bench/vite.config.ts`. */
export default defineConfig({
  build: { outDir: '.output', emptyOutDir: true },
  resolve: { tsconfigPaths: true },
  plugins: [viteReact()],
});
