import viteReact from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Buildings and apartments as pages of the browser alone, which search and sort the rows that they have loaded. */
export default defineConfig({
  root: import.meta.dirname,
  build: { outDir: '.output' },
  resolve: { tsconfigPaths: true },
  plugins: [viteReact()],
});
