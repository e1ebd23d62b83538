import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { buildIfNeeded, main, ROOT } from './lib/project.mjs';
import { runSuite } from './lib/suites.mjs';

// npm run test:cluster [-- Playwright's arguments]: the end-to-end suites on three processes behind a proxy.

await main(async () => {
  const CHROMIUM_PATH = await ensureChromium({ forTests: true });
  await buildIfNeeded();
  const entry = join(ROOT, 'tests', 'cluster', 'serve.mjs');
  process.exitCode = await runSuite('cluster', { CHROMIUM_PATH, E2E_SERVER_ENTRY: entry });
});
