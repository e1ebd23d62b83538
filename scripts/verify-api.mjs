import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { importTypeScript } from './lib/import-typescript.mjs';
import { findNode, isNewEnough, main, ROOT, run } from './lib/project.mjs';

const print = (text) => console.log(text);

// npm run verify-api -- https://host/api: whether an API keeps SPEC.md point 7.
await main(async () => {
  if (!isNewEnough(process.versions.node)) {
    const script = fileURLToPath(import.meta.url);
    process.exitCode = await run([findNode(), script, ...process.argv.slice(2)]);
    return;
  }
  const dotenv = join(ROOT, '.env');
  if (existsSync(dotenv)) process.loadEnvFile(dotenv);
  const { runVerifyApi, UsageError } = await importTypeScript('scripts/verify-api/cli.ts');
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  process.once('SIGTERM', () => controller.abort());
  try {
    const conforms = await runVerifyApi(
      process.argv.slice(2),
      process.env,
      print,
      controller.signal,
    );
    process.exitCode = conforms ? 0 : 1;
  } catch (error) {
    if (error?.name !== UsageError.name) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
});
