import { ensureChromium } from './chromium.mjs';
import { buildIfNeeded, main, nodeModuleBin, run } from './lib/project.mjs';

// npm run test:e2e [-- Playwright's arguments]: the end-to-end suites on the production build.
await main(async () => {
  const CHROMIUM_PATH = await ensureChromium({ forTests: true });
  await buildIfNeeded();
  const args = process.argv.slice(2);
  process.exitCode = await run([...nodeModuleBin('playwright/cli.js'), 'test', ...args], {
    env: { CHROMIUM_PATH },
  });
});
