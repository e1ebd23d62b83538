import { useEffect, useState } from 'react';

/** A screen counts as settled after this long. */
const SETTLE_MS = 1_500;

/** A module that is loaded when it is needed, or earlier when somebody uses the page and the browser is idle. */
export interface LazyModule<T> {
  /** Loads it once; after a failure the next call tries again. */
  fetch(): Promise<T>;
  /** The loaded module, or null. */
  peek(): T | null;
}

export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let loaded: T | null = null;
  let pending: Promise<T> | null = null;
  return {
    peek: () => loaded,
    fetch() {
      pending ??= load().then(
        (module) => (loaded = module),
        (error: unknown) => {
          pending = null;
          throw error;
        },
      );
      return pending;
    },
  };
}

interface LazyModuleState<T> {
  /** The module, or null while it is loading. */
  module: T | null;
  /** It was needed and could not be loaded. */
  failed: boolean;
}

/** When a module is to be loaded: at once, after what was just rendered is painted, or before it is needed, while somebody uses the page. */
type Wanted = boolean | 'painted';

/** The module as soon as it is available. */
export function useLazyModule<T>(source: LazyModule<T>, wanted: Wanted): LazyModuleState<T> {
  const [state, setState] = useState(() => ({ module: source.peek(), failed: false }));
  const missing = state.module === null;

  useEffect(() => {
    if (!missing) return undefined;
    let mounted = true;
    const show = (module: T | null, failed: boolean) => mounted && setState({ module, failed });
    const fetch = () =>
      void source.fetch().then(
        (module) => show(module, false),
        () => show(null, wanted !== false),
      );
    const cancel = wanted === 'painted' ? whenPainted(fetch) : wanted ? fetch() : whenUsed(fetch);
    return () => {
      mounted = false;
      cancel?.();
      // The next attempt starts without the previous failure.
      setState((before) => (before.failed ? { ...before, failed: false } : before));
    };
  }, [source, wanted, missing]);

  return state;
}

/** Runs it in the task after the next paint; returns the function that cancels it. */
export function whenPainted(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run, 0);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const;

let used = false;
const waiting = new Set<() => void>();

/** Notes the first sign that somebody is at the page. */
function noteUse(): void {
  used = true;
  for (const sign of SIGNS_OF_USE) removeEventListener(sign, noteUse, true);
  for (const start of waiting) start();
  waiting.clear();
}

/** Like whenIdle, but not before somebody uses the page: a page that is only looked at loads nothing more. */
export function whenUsed(run: () => void): () => void {
  if (used) return whenIdle(run);
  if (waiting.size === 0) for (const sign of SIGNS_OF_USE) addEventListener(sign, noteUse, true);
  let cancel: (() => void) | undefined;
  const start = () => (cancel = whenIdle(run));
  waiting.add(start);
  return () => {
    waiting.delete(start);
    cancel?.();
  };
}

/**
 * Runs it when the screen has settled and the browser is idle; returns the function that cancels it. Waiting for the
 * first response looks idle too, and loading something then would compete with it.
 */
export function whenIdle(run: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(run);
    else run();
  }, SETTLE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
