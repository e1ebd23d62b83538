export interface TestOutcome {
  name: string;
  file: string;
  outcome: 'passed' | 'failed' | 'flaky';
  seconds: number;
}

export function readReport(report: unknown): TestOutcome[];
export function countTests(tests: readonly TestOutcome[]): { passed: number; failed: number };
export function slowest(tests: readonly TestOutcome[], count: number): string[];
