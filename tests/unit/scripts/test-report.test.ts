import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countTests, readReport, slowest } from '../../../scripts/lib/test-report.mjs';
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
      name: join(ROOT, 'tests/api/condos.test.ts'),
      status: 'failed',
      assertionResults: [vitest('passed', 20), vitest('failed', 40), vitest('skipped', 0)],
    },
    { name: join(ROOT, 'tests/ui/broken.test.ts'), status: 'failed', assertionResults: [] },
  ],
};

const summary = (report: object) =>
  readReport(report).map(
    ({ name, file, outcome, seconds }) => `${outcome} ${seconds} ${file} ${name}`,
  );

it("are those of Playwright's report, by their outcome", () => {
  expect(summary(PLAYWRIGHT)).toEqual([
    'passed 1 tests/e2e/condos.spec.ts is expected',
    'flaky 2.5 tests/e2e/condos.spec.ts the list › is flaky',
    'failed 3 tests/e2e/condos.spec.ts the list › is unexpected',
  ]);
});

it("are those of Vitest's report; a file that could not be loaded has failed", () => {
  expect(summary(VITEST)).toEqual([
    'passed 0.02 tests/api/condos.test.ts condos › is passed',
    'failed 0.04 tests/api/condos.test.ts condos › is failed',
    'failed 0 tests/ui/broken.test.ts the file itself',
  ]);
});

it('count as failed when they passed only in a second try', () => {
  expect(countTests(readReport(PLAYWRIGHT))).toEqual({ passed: 1, failed: 2 });
});

it('are listed slowest first', () => {
  expect(slowest(readReport(PLAYWRIGHT), 2)).toEqual([
    '    3.0 s  tests/e2e/condos.spec.ts › the list › is unexpected',
    '    2.5 s  tests/e2e/condos.spec.ts › the list › is flaky',
  ]);
});
