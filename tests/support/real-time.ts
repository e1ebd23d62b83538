import { cleanup } from '@testing-library/react';
import { vi } from 'vitest';

const FRAMES_MS = 100;

/**
 * Ends fake timers. jsdom's own frames (requestAnimationFrame, and what it does where a focused element goes) are driven by
 * an interval of these timers; if it were still running here, every later file of the worker would wait for a frame for ever.
 */
export function backToRealTime(): void {
  cleanup();
  vi.advanceTimersByTime(FRAMES_MS);
  vi.useRealTimers();
}
