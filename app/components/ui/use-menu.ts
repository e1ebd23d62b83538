import { useEffect, useRef, type KeyboardEvent } from 'react';

/**
 * What a menu button and its menu do (ARIA Authoring Practices, "Menu Button"): arrow keys, Home and End move, Escape, Tab and a
 * press elsewhere close. `frame` is around the entries, and `button` opens them; `close` gives it the focus.
 */
export function useMenu(open: boolean, setOpen: (open: boolean) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = ({ target }: Event) => {
      const isInside = [frame, button].some(
        ({ current }) => target instanceof Node && current?.contains(target),
      );
      if (!isInside) setOpen(false);
    };
    const closed = new AbortController();
    for (const type of ['pointerdown', 'focusin'])
      document.addEventListener(type, closeOutside, { signal: closed.signal });
    return () => closed.abort();
  }, [open, setOpen]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!open) {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
      return;
    }
    // After Tab the focus moves on by itself, from the button.
    if (event.key === 'Escape' || event.key === 'Tab') return close();
    const items = itemsOf(frame.current);
    const next = nextIndex(
      event.key,
      items.findIndex((item) => item === document.activeElement),
      items.length,
    );
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  }

  return { frame, button, close, onKeyDown };
}

/** The entries of a menu that can be used. */
export function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [])];
}

/** As a ref, for what is there to be used at once. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** Where a key leads to in a menu; null for keys that do not move. Up and down go round. */
function nextIndex(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
