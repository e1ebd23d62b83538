import { useLocation } from '@tanstack/react-router';
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Returns a check for the end of a slow call. A user who has left the screen must not be redirected. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}

/**
 * False until the first frame is painted, then true. Content that can wait for a frame is rendered
 * afterwards. `useDeferredValue` alone might render it before that frame. In a background tab, which paints
 * nothing, the value is true at once.
 */
export function usePainted(isAlready = false): boolean {
  const [isPainted, setPainted] = useState(isAlready || document.hidden);
  useLayoutEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}

/** Calls `work` once the next frame is painted. Returns a function that cancels it. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A frame's callbacks run before it is painted.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Attribute of the placeholder of a part that is rendered after the first frame. */
export const AWAITED = 'data-awaited';

/** Resolves once every part of the screen is rendered, so that a key finds its button. */
export async function wholeScreen(): Promise<void> {
  while (document.querySelector(`[${AWAITED}]`)) await nextFrame();
}

export function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

/** Open state of the palette, a menu and the like. Any navigation closes them, even Back. */
export function useOpenHere() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [open, setOpen] = useState(false);
  const [shownAt, setShownAt] = useState(pathname);
  if (shownAt !== pathname) {
    setShownAt(pathname);
    setOpen(false);
  }
  return [open, setOpen] as const;
}
