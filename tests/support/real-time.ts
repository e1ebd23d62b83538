import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

const FRAMES_MS = 100;

/** Each test of a file passes its time itself. */
export function fakeTime(options?: Parameters<typeof vi.useFakeTimers>[0]): void {
  beforeEach(() => void vi.useFakeTimers(options));
  afterEach(backToRealTime);
}

/**
 * Ends fake timers. jsdom's own frames (requestAnimationFrame, and what it does where a focused element goes) are driven by
 * an interval of these timers; if it were still running here, every later file of the worker would wait for a frame for ever.
 */
function backToRealTime(): void {
  cleanup();
  vi.advanceTimersByTime(FRAMES_MS);
  vi.useRealTimers();
}
