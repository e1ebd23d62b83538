/** Remembers which control below `root` has the focus. A browser moves the focus to the top of the page when it goes. */
export function trackFocus(root: HTMLElement) {
  let last: HTMLElement | null = null;
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement ? target : null;
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) {
      last = null;
      return;
    }
    // Without a target the control is being removed (browsers fire this while it is still in the page), is disabled, or just
    // loses the focus.
    queueMicrotask(() => {
      if (last?.isConnected && !last.matches(':disabled') && last !== document.activeElement) {
        last = null;
      }
    });
  };
  // On the way down: a field that changes the page when it is left must not be taken for one that has lost the focus.
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  root.addEventListener('focusin', remember, options);
  root.addEventListener('focusout', leave, options);
  return {
    /** The control that had the focus last and was not left by the user: it may have been removed or disabled since. */
    control: () => last,
    forget: () => (last = null),
    stop: () => stopped.abort(),
  };
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
