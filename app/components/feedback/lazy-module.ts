import { useEffect, useState } from 'react';

/** A screen counts as settled after this long. */
const SETTLE_MS = 1_500;

/** A part of the program that is fetched when it is needed, or earlier when the browser is idle. */
export interface LazyModule<T> {
  /** Fetches it, once; after a failure the next call tries again. */
  fetch(): Promise<T>;
  /** What has been fetched, or null. */
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
  /** The module, or null while it is not here. */
  module: T | null;
  /** It was wanted and could not be fetched. */
  failed: boolean;
}

/** The module as soon as it is there: fetched at once when `wanted`, otherwise when the browser has nothing else to do. */
export function useLazyModule<T>(source: LazyModule<T>, wanted: boolean): LazyModuleState<T> {
  const [state, setState] = useState(() => ({ module: source.peek(), failed: false }));
  const missing = state.module === null;

  useEffect(() => {
    if (!missing) return undefined;
    let mounted = true;
    const show = (module: T | null, failed: boolean) => mounted && setState({ module, failed });
    const fetch = () =>
      void source.fetch().then(
        (module) => show(module, false),
        () => show(null, wanted),
      );
    const cancel = wanted ? fetch() : whenIdle(fetch);
    return () => {
      mounted = false;
      cancel?.();
      // The next attempt starts without the last one's failure.
      setState((before) => (before.failed ? { ...before, failed: false } : before));
    };
  }, [source, wanted, missing]);

  return state;
}

/**
 * Runs it when the screen has settled and the browser has nothing else to do; returns how to call it off. Waiting for
 * the first answer looks idle too, and what is fetched then would stand in its way.
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
