import { relative } from 'node:path';
import { ROOT } from './project.mjs';

/**
 * The tests of a JSON report of Vitest or Playwright, as { name, file, outcome, seconds }; the outcome is 'passed',
 * 'failed' or 'flaky'. What broke outside of a test (a file that could not be loaded) counts as a failed test; skipped
 * tests are left out.
 */
export function readReport(report) {
  return report.stats ? readPlaywright(report) : readVitest(report);
}

function readVitest({ testResults }) {
  return testResults.flatMap(({ name: path, status, assertionResults }) => {
    const file = relative(ROOT, path);
    if (status === 'failed' && assertionResults.length === 0) {
      return [{ name: 'the file itself', file, outcome: 'failed', seconds: 0 }];
    }
    return assertionResults
      .filter((test) => test.status === 'passed' || test.status === 'failed')
      .map((test) => ({
        name: [...test.ancestorTitles, test.title].join(' › '),
        file,
        outcome: test.status,
        seconds: (test.duration ?? 0) / 1000,
      }));
  });
}

const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky' };

function readPlaywright({ suites, errors }) {
  const broken = errors.map(() => ({
    name: 'the run itself',
    file: 'tests/e2e',
    outcome: 'failed',
    seconds: 0,
  }));
  return [...suites.flatMap((suite) => readSuite(suite, [])), ...broken];
}

function readSuite({ suites = [], specs, title, file }, above) {
  // The outermost suite is the file.
  const titles = title === file ? above : [...above, title];
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status in OUTCOMES)
        .map(({ status, results }) => ({
          name: [...titles, spec.title].join(' › '),
          file: `tests/e2e/${spec.file}`,
          outcome: OUTCOMES[status],
          seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        })),
    ),
    ...suites.flatMap((inner) => readSuite(inner, titles)),
  ];
}

/** How many of these tests passed, and how many did not: one that passed when it was repeated did not. */
export function countTests(tests) {
  const passed = tests.filter(({ outcome }) => outcome === 'passed').length;
  return { passed, failed: tests.length - passed };
}

/** The slowest of these tests, one a line. */
export function slowest(tests, count) {
  return tests
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ seconds, file, name }) => `${seconds.toFixed(1).padStart(7)} s  ${file} › ${name}`);
}
