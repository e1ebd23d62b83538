import { ensureChromium } from './chromium.mjs';
import { buildIfNeeded, main, nodeModuleBin, run } from './lib/project.mjs';

// npm run bench [-- Vitest's arguments]: benchmarks, as ratios to references measured in the same run.
await main(async () => {
  const CHROMIUM_PATH = await ensureChromium();
  await buildIfNeeded();
  for (const reference of ['stack-floor', 'spa-lists']) {
    const build = await run([
      ...nodeModuleBin('vite/bin/vite.js'),
      'build',
      '--logLevel=error',
      '--config',
      `tests/bench/${reference}/vite.config.ts`,
    ]);
    if (build !== 0) {
      process.exitCode = build;
      return;
    }
  }
  const vitest = [
    ...nodeModuleBin('vitest/vitest.mjs'),
    'run',
    '--config',
    'tests/bench/vitest.config.ts',
  ];
  process.exitCode = await run([...vitest, ...process.argv.slice(2)], { env: { CHROMIUM_PATH } });
});
