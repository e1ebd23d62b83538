/** A screen counts as settled after this long. */
const SETTLE_MS = 1_500;

/** Runs it in the task after the next paint, or so much later; returns the function that cancels it. */
export function whenPainted(run: () => void, laterMs = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run, laterMs);
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
