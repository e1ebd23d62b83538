export interface TestOutcome {
  name: string;
  file: string;
  outcome: 'passed' | 'failed' | 'flaky' | 'skipped';
  seconds: number;
  /** The first lines of its first error. */
  error: string[];
}

export function readReport(report: unknown): TestOutcome[];
interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export function countTests(tests: readonly TestOutcome[]): Counts;
export function countPrinted(output: string): Counts;
export function slowest(tests: readonly TestOutcome[], count: number): string[];
export function unhandledErrors(output: string): string[];
