import viteReact from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The table of buildings as a page that is rendered in the browser alone, with router, query, table and virtualiser. */
export default defineConfig({
  root: import.meta.dirname,
  build: { outDir: '.output' },
  resolve: { tsconfigPaths: true },
  plugins: [viteReact()],
});
