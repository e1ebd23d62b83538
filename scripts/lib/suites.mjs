import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeModuleBin, ROOT } from './project.mjs';

/** Commands that list the tests of a runner without running them, and the count of that output. */
const RUNNERS = {
  'vitest.config.ts': {
    bin: 'vitest/vitest.mjs',
    args: ['list', '--json', '--no-static-parse'],
    count: vitestTests,
  },
  'playwright.config.ts': {
    bin: 'playwright/cli.js',
    args: ['test', '--list'],
    count: listedTests,
  },
};

function vitestTests(output) {
  return output.match(/^ *"name": /gm)?.length ?? 0;
}

function listedTests(output) {
  return Number(/^Total: (\d+) test/m.exec(output)?.[1] ?? 0);
}

/** Suites that `npm test` does not run: each folder of tests/ with a test configuration. */
export function slowSuites() {
  return readdirSync(join(ROOT, 'tests'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const files = new Set(readdirSync(join(ROOT, 'tests', name)));
      const runners = Object.entries(RUNNERS).filter(([file]) => files.has(file));
      return runners.map(([file, { bin, args, count }]) => {
        const config = ['--config', `tests/${name}/${file}`];
        return { name, count, listCommand: [...nodeModuleBin(bin), ...args, ...config] };
      });
    });
}

/** Suites of `npm run test:all` and the nightly run. Benchmarks are left out, since they fail nothing. */
export function nightlySuites() {
  return slowSuites()
    .map(({ name }) => name)
    .filter((name) => name !== 'bench');
}
