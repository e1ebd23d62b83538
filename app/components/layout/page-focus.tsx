import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { announce } from '~/lib/announce';

/** Time for a dialog or a table to place the focus itself. */
const SETTLE_MS = 100;

/**
 * Keeps the keyboard's place (docs/behaviour.md, "Screens"): a new screen is announced, and where the focused control has gone
 * (a link of the last screen, a button that did its work) the focus moves to the screen's heading instead of the top of the
 * page. A control that was disabled while it was busy gets its focus back.
 */
export function PageFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        announce(document.title);
        focusHeadingIfLost();
      }),
    [router],
  );
  useEffect(watchFocus, []);
  return null;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function focusHeadingIfLost(): void {
  if (isLost()) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

function watchFocus(): () => void {
  let last: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement ? target : null;
  };
  const forget = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // A control that is removed or disabled loses the focus, too; one that stays was left by the user.
    queueMicrotask(() => {
      if (last?.isConnected && !last.matches(':disabled') && last !== document.activeElement) {
        last = null;
      }
    });
  };
  const observer = new MutationObserver(() => {
    if (last === null || !isLost()) return;
    if (!last.isConnected) {
      last = null;
      clearTimeout(timer);
      timer = setTimeout(focusHeadingIfLost, SETTLE_MS);
    } else if (!last.matches(':disabled')) last.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    clearTimeout(timer);
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
    observer.disconnect();
  };
}
