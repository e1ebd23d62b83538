import { useCallback, useSyncExternalStore, type RefObject } from 'react';

const DEFAULT_REM_PX = 16;

/** In CSS pixels. */
interface ScreenSize {
  rem: number;
  height: number;
}

let known: ScreenSize | undefined;

/** What was measured before: asked during a render, the browser lays out the page that is about to be replaced. */
function screenSize(): ScreenSize {
  return (known ??= measure());
}

function measure(): ScreenSize {
  addEventListener('resize', forget);
  const { fontSize } = getComputedStyle(document.documentElement);
  return { rem: parseFloat(fontSize) || DEFAULT_REM_PX, height: window.innerHeight };
}

function forget(): void {
  known = undefined;
}

/** How many CSS pixels a rem has. Where the text size changes, so does the size of `element`, whose rows are as high as their text. */
export function useRem(element: RefObject<HTMLElement | null>): number {
  const watch = useCallback(
    (onChange: () => void) => {
      const observer = new ResizeObserver(() => {
        // The page has just been laid out.
        known = measure();
        onChange();
      });
      if (element.current) observer.observe(element.current);
      return () => observer.disconnect();
    },
    [element],
  );
  return useSyncExternalStore(
    watch,
    () => screenSize().rem,
    () => DEFAULT_REM_PX,
  );
}

/** The height of the window, in CSS pixels. */
export function screenHeight(): number {
  return screenSize().height;
}
