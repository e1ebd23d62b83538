import { useLocation } from '@tanstack/react-router';
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Returns a check for the end of a slow call: a user who has left the screen must not be redirected. */
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
 * False until the browser paints what is rendered first, then true: what a screen can do without for a frame
 * waits for it. `useDeferredValue` alone may render the rest before that frame. A tab in the background
 * paints nothing, so that nothing waits there.
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

/** Attribute of the element that stands for a part of the screen until the first frame is painted. */
export const AWAITED = 'data-awaited';

/** Resolves once each part of the screen is there, so that a key finds what it presses. */
export async function wholeScreen(): Promise<void> {
  while (document.querySelector(`[${AWAITED}]`)) await nextFrame();
}

export function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

/** Open state of the palette, a menu and the like. Any navigation closes them, Back included. */
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
