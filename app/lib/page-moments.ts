const SETTLE_MS = 1_500;

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

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'wheel', 'scroll', 'keydown'] as const;

let used = false;
let stopResting: (() => void) | undefined;
const waiting = new Set<() => void>();

/** Each sign of use starts the wait again. */
function noteUse(): void {
  used = true;
  stopResting?.();
  stopResting = waiting.size > 0 ? whenIdle(startWaiting) : undefined;
}

function startWaiting(): void {
  for (const sign of SIGNS_OF_USE) removeEventListener(sign, noteUse, true);
  for (const run of waiting) run();
  waiting.clear();
}

/** Like whenIdle, but once somebody has used the page and rests: code that loads while a list scrolls drops frames. */
export function whenUsed(run: () => void): () => void {
  for (const sign of SIGNS_OF_USE)
    addEventListener(sign, noteUse, { capture: true, passive: true });
  waiting.add(run);
  if (used) noteUse();
  return () => waiting.delete(run);
}

/** Runs it when the screen has settled and the browser is idle: waiting for the first response looks idle too. Returns the cancel. */
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
