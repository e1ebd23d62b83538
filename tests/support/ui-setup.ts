import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { fillBrowserGaps } from './browser-gaps';

fillBrowserGaps();

/** What a test expects on the console, as parts of the texts; everything else fails it. */
let expected: RegExp[] = [];
let unexpected: string[] = [];

/** For a test that provokes a console error on purpose. Holds for this test alone. */
export function expectConsole(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

beforeEach(() => {
  expected = [];
  unexpected = [];
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      const text = parts.map(describePart).join(' ');
      if (!expected.some((pattern) => pattern.test(text))) {
        unexpected.push(`console.${level}: ${text}`);
      }
    });
  }
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  if (unexpected.length > 0) {
    throw new Error(`Unexpected output on the console:\n${unexpected.join('\n')}`);
  }
});

function describePart(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : String(part);
}
