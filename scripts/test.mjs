import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildCommand,
  findNode,
  isStopped,
  main,
  nodeModuleBin,
  ROOT,
  run,
} from './lib/project.mjs';
import { coloursFor } from './lib/colours.mjs';
import { missingPrograms } from './lib/programs.mjs';
import { countTests, readReport, slowest, unhandledErrors } from './lib/test-report.mjs';

// npm test: runs every check and test; a failed one does not hide the next. The last line is the total:
//   N passed, N failed
// Each test counts, and each of the other checks counts as one. A test that passed only when it was repeated
// has failed. `-- --bail` starts nothing after the first failure. The slow suites are only collected: `npm
// run test:all` runs them.

const script = (name) => [findNode(), join(ROOT, 'scripts', name)];

/**
 * Settings for programs in Go that run together with the tests. With several threads they check the same
 * code repeatedly, and early garbage collection takes a quarter of their time.
 */
const BESIDE_TESTS = { GOMAXPROCS: '1', GOGC: '400' };

const CHECKS = [
  { name: 'build', command: buildCommand },
  { name: 'format', command: () => [...nodeModuleBin('oxfmt/bin/oxfmt'), '--check'] },
  { name: 'lint', command: () => nodeModuleBin('oxlint/bin/oxlint'), env: BESIDE_TESTS },
  {
    name: 'types',
    command: () => [...nodeModuleBin('@typescript/native/bin/tsc'), '--noEmit', '--checkers', '1'],
    env: BESIDE_TESTS,
  },
  { name: 'dead code', command: () => nodeModuleBin('knip/bin/knip.js') },
  { name: 'import rule', command: () => script('check-imports.mjs') },
  { name: 'size', command: () => script('size.mjs'), inSummary: true },
  { name: 'slow suites collected', command: () => script('collect.mjs') },
];

/** Vitest's tests, which run together. The summary has a row for each folder. */
const VITEST = {
  name: 'unit, API and UI tests',
  command: (report) => [
    ...nodeModuleBin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  parts: { unit: 'unit tests', api: 'API tests', ui: 'UI tests' },
};
const END_TO_END = {
  name: 'end-to-end tests',
  command: () => script('e2e.mjs'),
  parts: { e2e: 'end-to-end tests' },
  needs: 'build',
  runner: 'playwright',
};

const SLOWEST = 10;
const BAD_OUTCOMES = { failed: 'Failed', flaky: 'Passed only when repeated' };
const isInColour = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const print = (text) => process.stdout.write(text);

class TestRun {
  results = [];
  tests = [];
  forSummary = '';
  folder = mkdtempSync(join(tmpdir(), 'condo-admin-tests-'));

  constructor(bail) {
    this.bail = bail;
  }

  /** Runs steps one after another. With `shows` their output is printed as it comes. */
  async runInSequence(steps, { shows }) {
    for (const step of steps) {
      const blocked =
        isStopped() ||
        this.results.some(({ name, ok }) => !ok && (this.bail || name === step.needs));
      if (blocked) this.results.push({ name: step.name, ok: false, blocked: true });
      else if (step.parts) this.addTests(step, await this.execute(step, shows));
      else this.addCheck(step, await this.execute(step, shows));
    }
  }

  async execute({ name, command, env, inSummary, runner }, shows) {
    const report = join(this.folder, `${name}.json`);
    const started = performance.now();
    let output = `\n=== ${name}\n`;
    if (shows) print(output);
    const code = await run(command(report), {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...coloursFor(runner, isInColour), ...env },
      onOutput(text) {
        output += text;
        if (shows) print(text);
      },
    });
    if (inSummary) this.forSummary += output;
    else if (!shows) print(output);
    return { code, report, output, seconds: (performance.now() - started) / 1000 };
  }

  addCheck({ name }, { code, seconds }) {
    const ok = code === 0;
    this.results.push({ name, ok, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds });
  }

  addTests({ name, parts }, { code, report, output, seconds }) {
    const tests = readTests(report);
    this.tests.push(...tests);
    const rows = Object.entries(parts).map(([folder, part]) => {
      const { passed, failed, skipped } = countTests(
        tests.filter(({ file }) => file.split(/[\\/]/)[1] === folder),
      );
      return { name: part, ok: failed === 0, passed, failed, skipped };
    });
    // A run can fail without a failed test: before the first one, or by an error that belongs to none.
    if (code !== 0 && rows.every(({ ok }) => ok)) {
      rows.push({ name, ok: false, passed: 0, failed: 1 });
      this.forSummary += unhandledErrors(output).join('\n');
    }
    this.results.push(...rows.slice(0, -1), { ...rows.at(-1), seconds });
  }

  summarise() {
    const { results, tests } = this;
    print(this.forSummary);
    console.log('\n=== the slowest tests');
    for (const line of slowest(tests, SLOWEST)) console.log(line);
    console.log('\n=== summary');
    for (const result of results) console.log(describe(result));
    for (const { name, files } of missingPrograms())
      console.log(`no tests with ${name}, which is not installed: ${files.join(', ')}`);
    for (const { outcome, file, name, error = [] } of tests) {
      if (!(outcome in BAD_OUTCOMES)) continue;
      // Printed at the end, since for occasional failures only the end of the output may be kept.
      console.log(`${BAD_OUTCOMES[outcome]}: ${file} › ${name}`);
      for (const line of error) console.log(`    ${line}`);
    }
    const bad = results.filter(({ ok }) => !ok).map(({ name }) => name);
    if (bad.length > 0) console.log(`\nNot passed: ${bad.join(', ')}`);
    const total = (key) => results.reduce((sum, result) => sum + (result[key] ?? 0), 0);
    console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
    process.exitCode = bad.length > 0 ? 1 : 0;
  }
}

function describe({ name, ok, blocked, passed, failed, skipped, seconds }) {
  const outcome = blocked ? 'not run' : ok ? 'ok' : 'FAILED';
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  const tests = blocked ? '' : `${passed} passed, ${failed} failed${rest}`;
  const time = seconds === undefined ? '' : `, ${seconds.toFixed(1)} s`;
  return `${outcome.padEnd(8)} ${name.padEnd(18)} ${tests}${time}`;
}

/** The tests of a report file; empty without a report. */
function readTests(file) {
  try {
    return readReport(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

await main(async () => {
  const all = new TestRun(process.argv.includes('--bail'));
  try {
    // Tests sometimes wait for each other and for the database. The checks use that time.
    await Promise.all([
      all.runInSequence(CHECKS, { shows: false }),
      all.runInSequence([VITEST], { shows: true }),
    ]);
    await all.runInSequence([END_TO_END], { shows: true });
  } finally {
    rmSync(all.folder, { recursive: true, force: true });
  }
  all.summarise();
});
