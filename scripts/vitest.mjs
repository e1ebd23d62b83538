import { whileBusy } from './lib/busy.mjs';
import { main, nodeModuleBin, run } from './lib/project.mjs';

// npm run test:unit, test:api or test:ui [-- Vitest's arguments]: runs one project of vitest.config.ts. With
// --while-busy eight processes take the CPU at the same time, since no test may depend on the machine's
// speed.
await main(async () => {
  const [project, ...args] = process.argv.slice(2);
  const vitest = [...nodeModuleBin('vitest/vitest.mjs'), 'run', '--project', project];
  process.exitCode = await whileBusy(args, (rest) => run([...vitest, ...rest]));
});
