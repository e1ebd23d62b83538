import { useEffect, useRef, type KeyboardEvent } from 'react';

/** A menu button and its menu (ARIA Authoring Practices): `frame` is around the entries; `close` gives `button` the focus. */
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
    const at = items.findIndex((item) => item === document.activeElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  }

  return { frame, button, close, onKeyDown };
}

export function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [])];
}

/** As a ref, for what is there to be used at once. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
