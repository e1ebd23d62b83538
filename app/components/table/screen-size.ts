import { useSyncExternalStore } from 'react';
import { whenPainted } from '~/lib/page-moments';

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

/** No event tells of another text size: it is measured again once the page has been laid out anyway. */
function measureLater(onChange: () => void): () => void {
  return whenPainted(() => {
    known = measure();
    onChange();
  });
}

/** How many CSS pixels a rem has. */
export function useRem(): number {
  return useSyncExternalStore(
    measureLater,
    () => screenSize().rem,
    () => DEFAULT_REM_PX,
  );
}

/** The height of the window, in CSS pixels. */
export function screenHeight(): number {
  return screenSize().height;
}
