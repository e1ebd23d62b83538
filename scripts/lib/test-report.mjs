import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './project.mjs';

/**
 * Reads the tests of a JSON report of Vitest or Playwright, as { name, file, outcome, seconds, error }. The
 * outcome is 'passed', 'failed', 'flaky' or 'skipped'; `error` has the first lines of its first message. A
 * failure outside of a test (a file that could not be loaded) counts as a failed test.
 */
export function readReport(report) {
  return report.stats ? readPlaywright(report) : readVitest(report);
}

function readVitest({ testResults }) {
  return testResults.flatMap(({ name: path, status, assertionResults }) => {
    const file = relative(ROOT, path);
    const tests = assertionResults.map((test) => ({
      name: [...test.ancestorTitles, test.title].join(' › '),
      file,
      outcome: ['passed', 'failed'].includes(test.status) ? test.status : 'skipped',
      seconds: (test.duration ?? 0) / 1000,
      error: beginning(test.failureMessages?.[0] ?? ''),
    }));
    // A file fails without a failed test if it could not be loaded, or by a hook such as afterAll.
    const isFailedApart = status === 'failed' && tests.every(({ outcome }) => outcome !== 'failed');
    return isFailedApart
      ? [...tests, { name: 'the file itself', file, outcome: 'failed', seconds: 0, error: [] }]
      : tests;
  });
}

/**
 * Finds errors in Vitest's output that belong to no test, such as a rejected promise after the last one or
 * a worker that did not end. Returns up to 40 lines of them, or an empty text. The JSON report does not
 * contain them.
 */
export function unhandledErrors(output) {
  const lines = stripVTControlCharacters(output).split('\n');
  const start = lines.findIndex((line) => / Unhandled Errors |^error during close/.test(line));
  return start < 0 ? [] : lines.slice(start, start + 40);
}

const OUTCOMES = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
};

function readPlaywright({ suites, errors }) {
  const broken = errors.map(() => ({
    name: 'the run itself',
    file: 'tests/e2e',
    outcome: 'failed',
    seconds: 0,
    error: [],
  }));
  return [...suites.flatMap((suite) => readSuite(suite, [])), ...broken];
}

function readSuite({ suites = [], specs, title, file }, above) {
  // The outermost suite is the file.
  const titles = title === file ? above : [...above, title];
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        name: [...titles, spec.title].join(' › '),
        file: `tests/e2e/${spec.file}`,
        outcome: OUTCOMES[status],
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        error: beginning(results.find(({ error }) => error)?.error.message ?? ''),
      })),
    ),
    ...suites.flatMap((inner) => readSuite(inner, titles)),
  ];
}

const ERROR_LINES = 12;

/** The first lines of an error's message without colours; empty without an error. */
function beginning(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines.filter((line) => line.trim() !== '').slice(0, ERROR_LINES);
}

/** Counts passed, failed and skipped tests. A test that passed only on a retry counts as failed. */
export function countTests(tests) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of tests) counts[outcome === 'flaky' ? 'failed' : outcome] += 1;
  return counts;
}

/** Counts in the printed output of Vitest, Playwright or `npm test`, several summaries together. */
export function countPrinted(output) {
  const lines = stripVTControlCharacters(output).split('\n');
  const total = lines.findLast((line) => /^\d+ passed, \d+ failed$/.test(line));
  const summaries = total ? [total] : lines.filter((line) => SUMMARY.test(line));
  const sum = (outcome) =>
    [...summaries.join('\n').matchAll(new RegExp(`(\\d+) ${outcome}\\b`, 'g'))].reduce(
      (all, [, count]) => all + Number(count),
      0,
    );
  return {
    passed: sum('passed'),
    failed: sum('failed') + sum('flaky'),
    skipped: sum('skipped') + sum('did not run'),
  };
}

/**
 * Vitest's line with the number of tests (not of files), and Playwright's lines with a number and an
 * outcome.
 */
const SUMMARY = /^ +Tests {2}\d|^ +\d+ (passed|failed|flaky|skipped|did not run)\b/;

/** The slowest of these tests, one per line. */
export function slowest(tests, count) {
  return tests
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ seconds, file, name }) => `${seconds.toFixed(1).padStart(7)} s  ${file} › ${name}`);
}
