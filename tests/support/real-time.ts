import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

const FRAMES_MS = 100;

/** Each test of a file passes its time itself. */
export function fakeTime(options?: Parameters<typeof vi.useFakeTimers>[0]): void {
  beforeEach(() => void vi.useFakeTimers(options));
  afterEach(backToRealTime);
}

/**
 * Ends fake timers. An interval of these timers drives jsdom's own frames (requestAnimationFrame, and
 * its work after a focused element was removed). If that interval still ran at this moment, every later
 * file of the worker would wait for a frame for ever.
 */
function backToRealTime(): void {
  cleanup();
  vi.advanceTimersByTime(FRAMES_MS);
  vi.useRealTimers();
}
