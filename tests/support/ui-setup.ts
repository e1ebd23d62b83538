import { Blob, File } from 'node:buffer';
import { URL } from 'node:url';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { shownToasts } from '~/kit/feedback/toast';
import { endSession, startSession } from '~/rpc/session-store';
import { api } from './stub-transport';

configure({
  /** Limit of every wait. A long one, since only a failing test waits to the end. */
  asyncUtilTimeout: 60_000,
  getElementError: elementError,
});

/**
 * Error for a missing element. Its message describes the page at the moment when somebody reads it,
 * because a wait asks for the element again and again.
 */
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

/** Console texts that a test expects, by their parts. Any other text fails the test. */
let expected: RegExp[] = [];
let unexpected: string[] = [];

/** Allows console output that this test alone provokes on purpose. */
export function expectConsole(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** The session of each test; a test of signing in ends it first. */
const SESSION = { token: 't', user: { email: 'ada@example.com', role: 'super_admin' } };

/** The longest time of a timer. */
const NEVER_MS = 2 ** 31 - 1;

/** A toast stays until it is dismissed: on a busy machine its two seconds may be over before a test looks. */
function keepToasts(): void {
  const show = shownToasts.set.bind(shownToasts);
  vi.spyOn(shownToasts, 'set').mockImplementation((toasts) =>
    // A test of the time itself passes it.
    show(vi.isFakeTimers() ? toasts : toasts.map((shown) => ({ ...shown, durationMs: NEVER_MS }))),
  );
}

beforeEach(() => {
  api.reset();
  keepToasts();
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
  shownToasts.set([]);
  endSession('logout');
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  // A worker runs many files: what stays replaced would be the next file's too.
  vi.unstubAllGlobals();
  if (unexpected.length > 0) {
    throw new Error(`Unexpected output on the console:\n${unexpected.join('\n')}`);
  }
});

function describePart(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : String(part);
}

/**
 * Replaces jsdom's forms, files and requests by Node's. A form can be put into a request of jsdom's,
 * but cannot be read from it.
 */
async function takeFormsOfNode(): Promise<void> {
  const { constructor: FormData } = await new Response(new URLSearchParams()).formData();
  // Vitest's Request for jsdom extends Node's.
  const extended: unknown = Object.getPrototypeOf(Request);
  const nodeRequest = extended === Function.prototype ? Request : extended;
  Object.assign(globalThis, { Blob, File, FormData, Request: nodeRequest, URL });
}

/** Adds what jsdom lacks and our components use: enough to render, not to measure. */
function fillBrowserGaps(): void {
  window.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => true,
  });
  window.ResizeObserver ??= class implements ResizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  // A test is never idle: what is prefetched then would take its time, and each test waits for what it needs.
  window.requestIdleCallback ??= () => 0;
  window.cancelIdleCallback ??= () => undefined;
  // jsdom has these, and they only complain.
  window.scrollTo = () => {};
  window.scrollBy = () => {};
  fill(Element.prototype, {
    scrollIntoView() {},
    scrollTo() {},
    hasPointerCapture: () => false,
    setPointerCapture() {},
    releasePointerCapture() {},
  });
  fill(URL, {
    createObjectURL: () => 'blob:http://localhost/picture',
    revokeObjectURL() {},
  });
}

function fill(target: object, gaps: Readonly<Record<string, () => unknown>>): void {
  for (const [name, value] of Object.entries(gaps)) {
    if (!(name in target))
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}
