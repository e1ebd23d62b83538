import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import viteReact from '@vitejs/plugin-react';
import type { Nitro } from 'nitro/types';
import { nitro } from 'nitro/vite';
import { defineConfig, type PluginOption, type Rolldown } from 'vite';
import { SECURITY_HEADERS } from './app/platform/http/security-headers.server.ts';
import { bulkChildPlugin } from './scripts/bulk-child-plugin.ts';
import { bundleCommands } from './scripts/bundle-commands.ts';
import { languagesPlugin } from './scripts/languages-plugin.ts';
import { releaseDefines } from './scripts/release.ts';

/**
 * The Vite and TanStack Start configuration; its name is from vinxi (docs/decisions/0001).
 * Vitest has its own vitest.config.ts, without the server plugins.
 */
function startPlugins(): PluginOption[] {
  return [
    tanstackStart({
      srcDirectory: 'app',
      router: {
        // A loader comes with its screen. All loaders together would bring all lists into the first download.
        codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
      },
      importProtection: {
        behavior: 'error',
        client: {
          files: [
            '**/*.server.*',
            '**/app/*/server/**',
            '**/app/rpc/embedded/**',
            '**/app/platform/{database,jobs,mail,media,postgres}/**',
            '**/app/imports/{formats,process,rows}/**',
          ],
        },
      },
    }),
    nitro({
      // Fixed: Cloudflare's runtime and other platforms behave according to this date.
      compatibilityDate: '2026-07-01',
      compressPublicAssets: { gzip: true, brotli: true },
      // A separate process is notified when the development server ends; a worker thread would be killed.
      devServer: { runner: 'node-process' },
      modules: [useOwnServer, keepWorkerEntry, bundleCommands],
      plugins: ['./app/rpc/embedded/start-api.nitro.ts'],
      // What it is built on needs its modules in their own order, which a bundle does not keep.
      traceDeps: ['@simplewebauthn/server'],
      rolldownConfig: {
        // "use client" of packages is for server components, which there are none of here.
        onLog: (level, log, print) => {
          const inPackage = log.id?.includes('node_modules') ?? false;
          if (!(inPackage && log.code === 'MODULE_LEVEL_DIRECTIVE')) print(level, log);
        },
      },
      routeRules: {
        '/**': { headers: SECURITY_HEADERS },
        '/assets/**': { headers: { 'cache-control': 'public, max-age=31536000, immutable' } },
      },
    }),
  ];
}

/** A build for Node starts with our own entry, any other with the platform's (docs/decisions/0001). */
function useOwnServer({ options }: Nitro): void {
  if (options.preset !== 'node-server') return;
  options.entry = fileURLToPath(new URL('app/platform/http/node-server.nitro.ts', import.meta.url));
  // OpenTelemetry follows statements in the package itself, and finds it in no bundle.
  options.traceDeps = [...(options.traceDeps ?? []), 'pg'];
}

/** Cloudflare takes each export of the entry for a handler: what chunks share must not be in its file. */
function keepWorkerEntry({ options }: Nitro): void {
  if (!options.preset.startsWith('cloudflare')) return;
  options.rolldownConfig = { ...options.rolldownConfig, preserveEntrySignatures: 'strict' };
}

/**
 * The files of a first page, each with all that its modules import: what every page starts with, the shell
 * behind the session, and the building list with what lists have in common. The bundler splits everything
 * else (docs/decisions/0041).
 */
const FIRST_FILES: Rolldown.CodeSplittingGroup[] = [
  { name: 'panel', tags: ['$initial'] },
  { name: 'shell', test: /app\/routes\/_shell\.tsx\?tsr-split/ },
  { name: 'lists', test: /app\/routes\/_shell\/_admin\/condos\/index\.tsx\?tsr-split/ },
];

export default defineConfig({
  define: releaseDefines(),
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: FIRST_FILES } } } },
    },
  },
  resolve: {
    tsconfigPaths: true,
    // React has useSyncExternalStore itself; without the stand-in the first download is smaller.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  server: { port: Number(process.env.PORT ?? 3000) },
  plugins: [bulkChildPlugin(), languagesPlugin(), tailwindcss(), ...startPlugins(), viteReact()],
});
