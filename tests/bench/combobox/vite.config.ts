import tailwindcss from '@tailwindcss/vite';
import viteReact from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page of combobox.bench.ts: ours, the library's and a plain list. */
export default defineConfig({
  root: import.meta.dirname,
  build: { outDir: '.output' },
  resolve: { tsconfigPaths: true },
  plugins: [tailwindcss(), viteReact()],
});
