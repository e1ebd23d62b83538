import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import viteReact from '@vitejs/plugin-react';
import { nitro } from 'nitro/vite';
import { defineConfig, type PluginOption } from 'vite';
import { SECURITY_HEADERS } from './app/server/security-headers.server.ts';
import { bulkChildPlugin } from './scripts/bulk-child-plugin.ts';

/**
 * The Vite and TanStack Start configuration, under the name the design card gives it (docs/decisions/0001).
 * Vitest reads tests' settings from vitest.config.ts; the server plugins have no place there.
 */
function startPlugins(): PluginOption[] {
  return [
    tanstackStart({
      srcDirectory: 'app',
      importProtection: {
        behavior: 'error',
        client: { files: ['**/*.server.*', '**/app/api/**', '**/app/postgres/**'] },
      },
    }),
    nitro({
      // Fixed: Cloudflare's runtime and other platforms change their behaviour by it.
      compatibilityDate: '2026-07-01',
      compressPublicAssets: { gzip: true, brotli: true },
      // A process of its own, which is told when the development server ends; a worker thread would just be cut off.
      devServer: { runner: 'node-process' },
      plugins: ['./app/server/start-api.nitro.ts'],
      rolldownConfig: {
        // "use client" of packages is for server components, which there are none of here.
        onLog: (level, log, print) => {
          const foreign = log.id?.includes('node_modules') ?? false;
          if (!(foreign && log.code === 'MODULE_LEVEL_DIRECTIVE')) print(level, log);
        },
      },
      routeRules: {
        '/**': { headers: SECURITY_HEADERS },
        '/assets/**': { headers: { 'cache-control': 'public, max-age=31536000, immutable' } },
      },
    }),
  ];
}

export default defineConfig({
  environments: {
    client: {
      build: {
        // What every page loads is one file: a page that is asked for is a chain of few requests and few modules.
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'panel', tags: ['$initial'] }] } },
        },
      },
    },
  },
  resolve: { tsconfigPaths: true },
  server: { port: Number(process.env.PORT ?? 3000) },
  plugins: [bulkChildPlugin(), tailwindcss(), ...startPlugins(), viteReact()],
});
