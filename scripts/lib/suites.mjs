import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeModuleBin, ROOT } from './project.mjs';

/** How the tests of a configuration are listed without running them, and what counts them in the output. */
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

/** The suites that `npm test` does not run: each folder of tests/ with a configuration of its own. */
export function slowSuites() {
  return readdirSync(join(ROOT, 'tests'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const files = new Set(readdirSync(join(ROOT, 'tests', name)));
      const found = Object.entries(RUNNERS).filter(([file]) => files.has(file));
      return found.map(([file, { bin, args, count }]) => {
        const config = ['--config', `tests/${name}/${file}`];
        return { name, count, listCommand: [...nodeModuleBin(bin), ...args, ...config] };
      });
    });
}

/** Those that `npm run test:all` and the nightly run take: a benchmark fails nothing. */
export function nightlySuites() {
  return slowSuites()
    .map(({ name }) => name)
    .filter((name) => name !== 'bench');
}
