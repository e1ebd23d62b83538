import { ensureChromium } from './chromium.mjs';
import { buildIfNeeded, main, nodeModuleBin, run, ScriptError } from './lib/project.mjs';
import { runSuite } from './lib/suites.mjs';

// npm run bench [-- Vitest's arguments]: benchmarks, as ratios to references measured in the same run.

const REFERENCE = 'tests/bench/spa-lists';

async function buildReference() {
  const options = ['--logLevel=error', '--config', 'tests/bench/vite.config.ts'];
  const code = await run([...nodeModuleBin('vite/bin/vite.js'), 'build', REFERENCE, ...options]);
  if (code !== 0) throw new ScriptError(`The build of ${REFERENCE} failed.`);
}

await main(async () => {
  const CHROMIUM_PATH = await ensureChromium();
  await buildIfNeeded();
  await buildReference();
  process.exitCode = await runSuite('bench', { CHROMIUM_PATH });
});
