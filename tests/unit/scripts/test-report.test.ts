import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countTests, readReport, slowest } from '../../../scripts/lib/test-report.mjs';

const playwright = (status: string, ...durations: number[]) => ({
  title: `is ${status}`,
  file: 'condos.spec.ts',
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
});
const PLAYWRIGHT = {
  stats: {},
  errors: [],
  suites: [
    {
      title: 'condos.spec.ts',
      file: 'condos.spec.ts',
      specs: [playwright('expected', 1000), playwright('skipped', 0)],
      suites: [
        {
          title: 'the list',
          file: 'condos.spec.ts',
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
      name: join(process.cwd(), 'tests/api/condos.test.ts'),
      status: 'failed',
      assertionResults: [vitest('passed', 20), vitest('failed', 40), vitest('skipped', 0)],
    },
    {
      name: join(process.cwd(), 'tests/ui/broken.test.ts'),
      status: 'failed',
      assertionResults: [],
    },
  ],
};

describe('the tests of a run', () => {
  it("are those of Playwright's report, by their outcome", () => {
    expect(readReport(PLAYWRIGHT)).toEqual([
      {
        name: 'is expected',
        file: 'tests/e2e/condos.spec.ts',
        outcome: 'passed',
        seconds: 1,
      },
      {
        name: 'the list › is flaky',
        file: 'tests/e2e/condos.spec.ts',
        outcome: 'flaky',
        seconds: 2.5,
      },
      {
        name: 'the list › is unexpected',
        file: 'tests/e2e/condos.spec.ts',
        outcome: 'failed',
        seconds: 3,
      },
    ]);
  });

  it("are those of Vitest's report; a file that could not be loaded has failed", () => {
    expect(readReport(VITEST)).toEqual([
      {
        name: 'condos › is passed',
        file: 'tests/api/condos.test.ts',
        outcome: 'passed',
        seconds: 0.02,
      },
      {
        name: 'condos › is failed',
        file: 'tests/api/condos.test.ts',
        outcome: 'failed',
        seconds: 0.04,
      },
      {
        name: 'the file itself',
        file: 'tests/ui/broken.test.ts',
        outcome: 'failed',
        seconds: 0,
      },
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
});
