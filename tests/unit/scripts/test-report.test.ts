import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  countPrinted,
  countTests,
  readReport,
  slowest,
  unhandledErrors,
} from '../../../scripts/lib/test-report.mjs';
import { ROOT } from '../../support/production-process';

const SPEC = 'condos.spec.ts';
const playwright = (status: string, ...durations: number[]) => ({
  title: `is ${status}`,
  file: SPEC,
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
});
const PLAYWRIGHT = {
  stats: {},
  errors: [],
  suites: [
    {
      title: SPEC,
      file: SPEC,
      specs: [playwright('expected', 1000), playwright('skipped', 0)],
      suites: [
        {
          title: 'the list',
          file: SPEC,
          specs: [playwright('flaky', 2000, 500), playwright('unexpected', 3000)],
        },
      ],
    },
  ],
};

const vitest = (status: string, duration: number) => ({
  ancestorTitles: ['condos'],
  title: `is ${status}`,
  status,
  duration,
});
const VITEST = {
  testResults: [
    {
      name: join(ROOT, 'tests/api/condos/condos.test.ts'),
      status: 'failed',
      assertionResults: [vitest('passed', 20), vitest('failed', 40), vitest('skipped', 0)],
    },
    { name: join(ROOT, 'tests/ui/broken.test.ts'), status: 'failed', assertionResults: [] },
    {
      name: join(ROOT, 'tests/ui/hook.test.ts'),
      status: 'failed',
      assertionResults: [vitest('passed', 10)],
    },
  ],
};

const summary = (report: object) =>
  readReport(report).map(
    ({ name, file, outcome, seconds }) => `${outcome} ${seconds} ${file} ${name}`,
  );

const errorsOf = (report: object) => readReport(report).map(({ error }) => error.join());

it("tests are read from Playwright's report, by their outcome", () => {
  expect(summary(PLAYWRIGHT)).toEqual([
    'passed 1 tests/e2e/condos.spec.ts is expected',
    'skipped 0 tests/e2e/condos.spec.ts is skipped',
    'flaky 2.5 tests/e2e/condos.spec.ts the list › is flaky',
    'failed 3 tests/e2e/condos.spec.ts the list › is unexpected',
  ]);
});

it("tests are read from Vitest's report; a file that cannot be loaded or whose hook fails has failed", () => {
  expect(summary(VITEST)).toEqual([
    'passed 0.02 tests/api/condos/condos.test.ts condos › is passed',
    'failed 0.04 tests/api/condos/condos.test.ts condos › is failed',
    'skipped 0 tests/api/condos/condos.test.ts condos › is skipped',
    'failed 0 tests/ui/broken.test.ts the file itself',
    'passed 0.01 tests/ui/hook.test.ts condos › is passed',
    'failed 0 tests/ui/hook.test.ts the file itself',
  ]);
});

it("failures show the beginning of their first try's error", () => {
  const message = '\u001B[31mError: no answer\u001B[39m\n\n  at a\n'.padEnd(200, '  at b\n');
  const playwrightReport = {
    ...PLAYWRIGHT,
    suites: [
      {
        title: SPEC,
        file: SPEC,
        specs: [
          {
            title: 'is late',
            file: SPEC,
            tests: [
              { status: 'flaky', results: [{ duration: 1, error: { message } }, { duration: 1 }] },
            ],
          },
        ],
      },
    ],
  };
  const vitestReport = {
    testResults: [
      {
        name: join(ROOT, 'tests/api/late.test.ts'),
        status: 'failed',
        assertionResults: [{ ...vitest('failed', 1), failureMessages: [message] }],
      },
    ],
  };
  for (const report of [playwrightReport, vitestReport]) {
    expect(errorsOf(report)).toEqual([`Error: no answer,  at a${',  at b'.repeat(10)}`]);
  }
  expect(errorsOf(PLAYWRIGHT).join('')).toBe('');
});

it('failures are followed by the errors that belong to no test', () => {
  const printed =
    ' ✓ a test\n\n\u001B[31m⎯⎯ Unhandled Errors ⎯⎯\u001B[39m\nError: late\n at x.ts:1';
  expect(unhandledErrors(printed)).toEqual(['⎯⎯ Unhandled Errors ⎯⎯', 'Error: late', ' at x.ts:1']);
  const atTheEnd = ' Tests  3 passed\nerror during close Error: it has not stopped';
  expect(unhandledErrors(atTheEnd)).toEqual(['error during close Error: it has not stopped']);
  expect(unhandledErrors(' ✓ handles Unhandled cases\n')).toEqual([]);
});

it('tests that passed only in a second try count as failed', () => {
  expect(countTests(readReport(PLAYWRIGHT))).toEqual({ passed: 1, failed: 2, skipped: 1 });
});

it('tests are listed slowest first', () => {
  expect(slowest(readReport(PLAYWRIGHT), 2)).toEqual([
    '    3.0 s  tests/e2e/condos.spec.ts › the list › is unexpected',
    '    2.5 s  tests/e2e/condos.spec.ts › the list › is flaky',
  ]);
});

it.each([
  [
    'Vitest',
    ' Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 8 passed | 1 skipped (11)\n',
  ],
  [
    'Playwright, twice',
    '  1 failed\n    a.spec.ts:1:1 › is late\n  1 flaky\n  5 passed (3.1m)\n\n  3 passed (9s)\n  1 skipped\n',
  ],
  ['npm test', '      Tests  900 passed (900)\n  70 passed (2m)\n\n8 passed, 2 failed\n'],
])('tests are counted in the output of %s, with colours or without', (_name, printed) => {
  const { passed, failed } = countPrinted(printed);
  expect([passed, failed]).toEqual([8, 2]);
  expect(countPrinted(printed.replaceAll(/(\d+ \w+)/g, '\u001B[32m$1\u001B[39m'))).toEqual(
    countPrinted(printed),
  );
});
