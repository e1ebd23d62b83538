import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { announce } from '~/kit/ui/announce';
import { isFocusLost, trackFocus } from '~/kit/ui/focus';

/** Time for a dialog or a table to place the focus itself. */
const SETTLE_MS = 100;

/** Keeps the focus when a screen opens, or a control goes or is disabled (docs/behaviour/shell.md). */
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

function focusHeadingIfLost(): void {
  if (isFocusLost()) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

function watchFocus(): () => void {
  const focused = trackFocus(document.body);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    const control = focused.control();
    if (control === null || !isFocusLost()) return;
    if (!control.isConnected) {
      focused.forget();
      clearTimeout(timer);
      timer = setTimeout(focusHeadingIfLost, SETTLE_MS);
    } else if (!control.matches(':disabled')) control.focus({ preventScroll: true });
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    clearTimeout(timer);
    focused.stop();
    observer.disconnect();
  };
}

/** Puts the record's name into the tab's title and announces it. The route's title is restored later. */
export function useDocumentTitle(name: string | null | undefined): void {
  useEffect(() => {
    if (!name) return;
    const before = document.title;
    const own = `${name} · Condo Admin`;
    document.title = own;
    announce(own);
    return () => {
      // The next screen may have set its title already.
      if (document.title === own) document.title = before;
    };
  }, [name]);
}
