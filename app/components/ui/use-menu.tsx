import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import type { MenuItem, MenuProps } from './menu';

const source = lazyModule(() => import('./menu'));

/** Loads the code of menus. If that fails, the menu that opens says so. */
const load = () => void source.fetch().catch(() => undefined);

/** The props of a menu button and of its LazyMenu. Radix has no part in the button: its code is loaded with the first menu. */
export function useMenu(open: boolean, setOpen: (open: boolean) => void) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  const buttonProps = {
    ref: button,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onFocus: load,
    onClick: () => setOpen(!open),
    onKeyDown(event: KeyboardEvent) {
      if (open || event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
    },
  };
  return { button, close, buttonProps, menuProps: { id, button, setOpen } };
}

interface LazyMenuProps extends Omit<MenuProps, 'children'> {
  children: (Item: typeof MenuItem) => ReactNode;
}

/** The menu of a button, once its code is loaded. */
export function LazyMenu({ children, ...props }: LazyMenuProps) {
  const dismiss = () => props.setOpen(false);
  const menu = useLazyDialog({ source, open: true, dismiss, name: 'menu' });
  return menu && <menu.Menu {...props}>{children(menu.MenuItem)}</menu.Menu>;
}

/** As a ref, for what is there to be used at once. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
