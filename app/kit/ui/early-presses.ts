import { useEffect } from 'react';

/** Window event: the page's code runs and handles clicks. */
export const ANSWERING = 'page-answers';

/**
 * Reports that this screen handles clicks. Call it in screens that the server renders with controls: React
 * may hydrate them after the root, and clicks replayed before that would be lost.
 */
export function useAnswersPresses(): void {
  useEffect(answerPresses, []);
}

/** Longest time for which clicks are held on a page whose code has loaded. */
const HELD_LIMIT_MS = 2_000;

/** Releases held clicks even if no part of the page calls useAnswersPresses. The root calls it. */
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
 * Holds clicks on buttons of a server-rendered page until its code has run, then replays them in order
 * (docs/behaviour/shell.md). Links and typing need no code, but a form's state must receive text that was
 * typed early. React and the router replay only clicks after their own code has loaded. The text of this
 * function is sent as an inline script, so it must not use anything outside its body.
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
      // Enter in a field clicks its form's button too.
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
      // React ignores an event if the value equals the last value it knows. Only its own setter updates
      // that value.
      field.value = '';
      Reflect.set(HTMLInputElement.prototype, 'value', value, field);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    for (const button of pressed) {
      // React first renders the effect of the previous click.
      await new Promise((done) => setTimeout(done));
      // The panel replaces the server's shell. Its buttons have the same ids.
      const target = button.isConnected ? button : document.getElementById(button.id);
      target?.click();
    }
  }
}
