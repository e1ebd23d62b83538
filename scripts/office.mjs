import { spawnSync } from 'node:child_process';
import { main, nodeModuleBin, run, ScriptError } from './lib/project.mjs';

// npm run test:office: exported files opened, edited and saved by LibreOffice, and brought back.
await main(async () => {
  const soffice = process.env.SOFFICE ?? 'soffice';
  const { status, stdout } = spawnSync(soffice, ['--version'], { encoding: 'utf8' });
  if (status !== 0) {
    throw new ScriptError(
      `Skipped: there is no ${soffice}. Install LibreOffice Calc (Debian: libreoffice-calc-nogui), or name it by SOFFICE.`,
    );
  }
  console.log(stdout.trim());
  const vitest = [...nodeModuleBin('vitest/vitest.mjs'), 'run'];
  const config = ['--config', 'tests/office/vitest.config.ts'];
  process.exitCode = await run([...vitest, ...config, ...process.argv.slice(2)], {
    env: { SOFFICE: soffice },
  });
});
