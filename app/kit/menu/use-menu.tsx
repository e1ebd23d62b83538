import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import type { MenuItem, MenuProps } from './menu';

const MenuPart = lazyPart(() => import('./menu'));

type OpenState = readonly [open: boolean, setOpen: (open: boolean) => void];

/** Returns the props of a menu button and of its LazyMenu. */
export function useMenu([open, setOpen]: OpenState) {
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
    onFocus: MenuPart.preload,
    onClick: () => setOpen(!open),
    onKeyDown(event: KeyboardEvent) {
      if (open || event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
    },
  };
  return { button, close, buttonProps, menuProps: { id, button, open, setOpen } };
}

interface LazyMenuProps extends Omit<MenuProps, 'children'> {
  open: boolean;
  children: (Item: typeof MenuItem) => ReactNode;
}

/** The menu of a button while it is open, once its code is loaded. */
export function LazyMenu({ open, children, ...props }: LazyMenuProps) {
  if (!open) return null;
  return (
    <MenuPart onClose={() => props.setOpen(false)}>
      {({ Menu, MenuItem }) => <Menu {...props}>{children(MenuItem)}</Menu>}
    </MenuPart>
  );
}
