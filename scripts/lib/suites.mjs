import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeModuleBin, ROOT, run } from './project.mjs';

/** Commands of a runner: to run tests, to list them, and to count that list. */
const RUNNERS = {
  'vitest.config.ts': {
    bin: 'vitest/vitest.mjs',
    test: ['run'],
    list: ['list', '--json', '--no-static-parse'],
    count: (output) => output.match(/^ *"name": /gm)?.length ?? 0,
  },
  'playwright.config.ts': {
    bin: 'playwright/cli.js',
    test: ['test'],
    list: ['test', '--list'],
    count: (output) => Number(/^Total: (\d+) test/m.exec(output)?.[1] ?? 0),
  },
};

/** Suites that `npm test` does not run: each folder of tests/ with a test configuration. */
export function slowSuites() {
  const folder = join(ROOT, 'tests');
  return readdirSync(folder).flatMap((name) => {
    const configs = Object.keys(RUNNERS).filter((file) => existsSync(join(folder, name, file)));
    return configs.map((file) => {
      const { bin, test, list, count } = RUNNERS[file];
      const config = ['--config', `tests/${name}/${file}`];
      const commandOf = (args) => [...nodeModuleBin(bin), ...args, ...config];
      return { name, count, testCommand: commandOf(test), listCommand: commandOf(list) };
    });
  });
}

/** Runs a suite, with this script's arguments by default. Resolves to its exit code. */
export function runSuite(name, env, args = process.argv.slice(2)) {
  const { testCommand } = slowSuites().find((suite) => suite.name === name);
  return run([...testCommand, ...args], { env });
}

/** Suites of `npm run test:all` and the nightly run. Benchmarks are left out, since they fail nothing. */
export function nightlySuites() {
  return slowSuites()
    .map(({ name }) => name)
    .filter((name) => name !== 'bench');
}
