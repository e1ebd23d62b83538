import { useEffect, useState } from 'react';
import { whenPainted, whenUsed } from '~/lib/page-moments';

/** A module that is loaded when it is needed, or earlier when somebody uses the page and the browser is idle. */
export interface LazyModule<T> {
  /** Loads it once; after a failure the next call tries again. */
  fetch(): Promise<T>;
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
  module: T | null;
  /** It was needed and could not be loaded. */
  failed: boolean;
}

/** When a module is to be loaded: at once, after what was just rendered is painted, or before it is needed, while somebody uses the page. */
type Wanted = boolean | 'painted';

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
