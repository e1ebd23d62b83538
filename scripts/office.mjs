import { spawnSync } from 'node:child_process';
import { main, ScriptError } from './lib/project.mjs';
import { runSuite } from './lib/suites.mjs';

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
  process.exitCode = await runSuite('office', { SOFFICE: soffice });
});
