import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { buildIfNeeded, main, nodeModuleBin, ROOT, run } from './lib/project.mjs';

// npm run test:cluster [-- Playwright's arguments]: the end-to-end suites on three processes behind a proxy.

await main(async () => {
  const CHROMIUM_PATH = await ensureChromium({ forTests: true });
  await buildIfNeeded();
  const entry = join(ROOT, 'tests', 'cluster', 'serve.mjs');
  const config = ['--config', 'tests/cluster/playwright.config.ts'];
  const args = [...config, ...process.argv.slice(2)];
  process.exitCode = await run([...nodeModuleBin('playwright/cli.js'), 'test', ...args], {
    env: { CHROMIUM_PATH, E2E_SERVER_ENTRY: entry },
  });
});
