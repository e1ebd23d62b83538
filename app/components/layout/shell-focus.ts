/**
 * Keeps the focus where it is in the server's shell when the panel takes its place (docs/decisions/0044): on the control of the same kind
 * and name.
 */
export function keepShellFocus(panel: HTMLElement): void {
  const focused = document.activeElement;
  if (!focused || !panel.contains(focused)) return;
  const sameName = (control: Element) =>
    control.textContent === focused.textContent && control.ariaLabel === focused.ariaLabel;
  new MutationObserver((_, observer) => {
    const controls = [...panel.querySelectorAll<HTMLElement>(focused.tagName)];
    observer.disconnect();
    controls.find(sameName)?.focus({ preventScroll: true });
  }).observe(panel, { childList: true });
}
