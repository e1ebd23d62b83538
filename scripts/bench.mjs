import { ensureChromium } from './chromium.mjs';
import { join } from 'node:path';
import { buildIfNeeded, mainOnNode24, ROOT } from './lib/project.mjs';
import { runSuite } from './lib/suites.mjs';

// npm run bench [-- Vitest's arguments]: benchmarks, as ratios to references measured in the same run.

/** Builds the reference page into tests/bench/spa-lists/.output. */
async function buildReference() {
  // Vite does not run on every Node 20, so it is loaded by Node 24.
  const [{ build }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  await build({
    configFile: false,
    root: join(ROOT, 'tests/bench/spa-lists'),
    logLevel: 'error',
    build: { outDir: '.output', emptyOutDir: true },
    resolve: { tsconfigPaths: true },
    plugins: [react()],
  });
}

await mainOnNode24(async () => {
  const CHROMIUM_PATH = await ensureChromium();
  await buildIfNeeded();
  await buildReference();
  process.exitCode = await runSuite('bench', { CHROMIUM_PATH });
});
