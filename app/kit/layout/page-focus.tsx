import { useRouter, type ParsedLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { announce } from '~/kit/ui/announce';
import { isFocusLost, trackFocus } from '~/kit/ui/focus';

/** Time in which a dialog or a table may place the focus itself. */
const SETTLE_MS = 100;

/**
 * Places the focus when a screen opens, and when the focused control is removed or disabled
 * (docs/behaviour/shell.md).
 */
export function PageFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        announce(document.title);
        if (!isFocusLost() || focusRowOf(fromLocation)) return;
        focusHeadingIfLost();
        // A long list scrolls first and renders its rows in the same frame.
        requestAnimationFrame(
          () => document.activeElement?.matches('h1') && focusRowOf(fromLocation),
        );
      }),
    [router],
  );
  useEffect(watchFocus, []);
  return null;
}

/** Focuses the visible row of the record that the user comes from. Returns false without one. */
function focusRowOf({ href, pathname }: Pick<ParsedLocation, 'href' | 'pathname'>): boolean {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[data-opens-row]')];
  const link =
    links.find((one) => one.getAttribute('href') === href) ??
    links.find((one) => `${pathname}/`.startsWith(`${one.pathname}/`));
  const { top = -1, bottom = 0 } = link?.getBoundingClientRect() ?? {};
  const isInSight = top >= 0 && bottom <= window.innerHeight;
  if (isInSight) link?.focus({ preventScroll: true });
  return isInSight;
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

/** Puts the record's name into the tab's title and announces it. Afterwards the route's title is restored. */
export function useDocumentTitle(name: string | null | undefined): void {
  useEffect(() => {
    if (!name) return;
    const before = document.title;
    const own = `${name} · Condo Admin`;
    document.title = own;
    announce(own);
    return () => {
      // The next screen may already have set its title.
      if (document.title === own) document.title = before;
    };
  }, [name]);
}
