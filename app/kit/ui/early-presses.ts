import { useEffect } from 'react';

/** Event of the window: the page's code runs and answers presses. */
export const ANSWERING = 'page-answers';

/**
 * Call this in screens that the server renders with controls. React may hydrate them after the root, and
 * presses replayed before would be lost.
 */
export function useAnswersPresses(): void {
  useEffect(answerPresses, []);
}

/** Longest time that presses are held on a page whose code has loaded. */
const HELD_LIMIT_MS = 2_000;

/** For the root: presses are not held forever if no part of the page calls useAnswersPresses. */
export function useAnswersPressesSoon(): void {
  useEffect(() => {
    const timer = setTimeout(answerPresses, HELD_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
}

function answerPresses(): void {
  dispatchEvent(new Event(ANSWERING));
}

/**
 * Holds the presses on buttons of a server-rendered page until its code has run, then replays them in order
 * (docs/behaviour/shell.md). Links and typing need no code, but a form's state must get input typed earlier.
 * React and the router replay only presses after their own code has loaded. This function is sent as an
 * inline script, by its own text, so it must not use anything outside its body.
 */
export function holdEarlyPresses(answering: string): void {
  const typed = new Set<HTMLInputElement>();
  const pressed: HTMLElement[] = [];
  const holding = new AbortController();
  const early = { capture: true, signal: holding.signal };
  addEventListener(
    'input',
    ({ target }) => target instanceof HTMLInputElement && typed.add(target),
    early,
  );
  addEventListener(
    'click',
    (event) => {
      // Enter in a field presses its form's button, too.
      const button = event.target instanceof Element && event.target.closest('button');
      if (!button) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pressed.push(button);
    },
    early,
  );
  addEventListener(answering, () => void replay(), { once: true });

  async function replay(): Promise<void> {
    holding.abort();
    for (const field of typed) {
      const { value } = field;
      // React ignores an event whose value equals the one it last saw, which only its own setter updates.
      field.value = '';
      Reflect.set(HTMLInputElement.prototype, 'value', value, field);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    for (const button of pressed) {
      // Let React render the effect of the previous press first.
      await new Promise((done) => setTimeout(done));
      // The panel takes the place of the server's shell; its buttons have the same ids.
      const target = button.isConnected ? button : document.getElementById(button.id);
      target?.click();
    }
  }
}
