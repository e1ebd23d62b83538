/** Tracks the focused control below `root`: when it is removed, the browser focuses the top of the page. */
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
    // Without a target the control is about to be removed (browsers fire this before the removal), is
    // disabled, or just loses the focus.
    queueMicrotask(() => {
      if (last?.isConnected && !last.matches(':disabled') && last !== document.activeElement) {
        last = null;
      }
    });
  };
  // In the capture phase, so that a field that changes the page on blur still counts as focused.
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  root.addEventListener('focusin', remember, options);
  root.addEventListener('focusout', leave, options);
  return {
    /** The last focused control that the user did not leave. It may have been removed or disabled since. */
    control: () => last,
    forget: () => (last = null),
    stop: () => stopped.abort(),
  };
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
