import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { endSession, startSession } from '~/data/session/session-store';
import { fillBrowserGaps, takeFormsOfNode } from './browser-gaps';

/** How long a test waits for what has to come: long, since only a failing one waits to the end. */
configure({ asyncUtilTimeout: 20_000 });

fillBrowserGaps();
await takeFormsOfNode();

/** What a test expects on the console, as parts of the texts; everything else fails it. */
let expected: RegExp[] = [];
let unexpected: string[] = [];

/** For a test that provokes a console error on purpose. Holds for this test alone. */
export function expectConsole(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** Whoever sits before the screen; a test of signing in ends this session first. */
const SESSION = { token: 't', user: { email: 'ada@example.com', role: 'super_admin' } };

beforeEach(() => {
  startSession(SESSION);
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
  endSession('logout');
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  if (unexpected.length > 0) {
    throw new Error(`Unexpected output on the console:\n${unexpected.join('\n')}`);
  }
});

function describePart(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : String(part);
}
