import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { endSession, startSession } from '~/data/session/session-store';
import { api } from './stub-transport';
import { fillBrowserGaps, takeFormsOfNode } from './browser-gaps';

configure({
  /** How long a test waits for what has to come: long, since only a failing one waits to the end. */
  asyncUtilTimeout: 20_000,
  getElementError: elementError,
});

/** An element that is not there, with the page as it is when somebody reads it: what waits for an element asks again and again. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  // The line that the report shows is the test's.
  Error.captureStackTrace(error, elementError);
  const read = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { get: read, configurable: true });
}

fillBrowserGaps();
await takeFormsOfNode();

/** What a test expects on the console, as parts of the texts; everything else fails it. */
let expected: RegExp[] = [];
let unexpected: string[] = [];

/** For a test that provokes a console error on purpose. Holds for this test alone. */
export function expectConsole(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** The session of each test; a test of signing in ends it first. */
const SESSION = { token: 't', user: { email: 'ada@example.com', role: 'super_admin' } };

beforeEach(() => {
  api.reset();
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
