import { spawn } from 'node:child_process';
import { findNode, main, nodeModuleBin, run } from './lib/project.mjs';

// npm run test:unit, test:api or test:ui [-- Vitest's arguments]: runs one project of vitest.config.ts. With
// --while-busy eight processes take the CPU at the same time, since no test may depend on the machine's
// speed.

const BUSY_PROCESSES = 8;
/** Computes until it is stopped, or until this process has ended without stopping it. */
const COMPUTE = 'const parent = process.ppid; while (process.ppid === parent);';

await main(async () => {
  const [project, ...args] = process.argv.slice(2);
  const rest = args.filter((arg) => arg !== '--while-busy');
  const count = rest.length < args.length ? BUSY_PROCESSES : 0;
  const vitest = [...nodeModuleBin('vitest/vitest.mjs'), 'run', '--project', project];
  const busy = Array.from({ length: count }, () => spawn(findNode(), ['-e', COMPUTE]));
  try {
    process.exitCode = await run([...vitest, ...rest]);
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
});
