import { Menu as RadixMenu } from 'radix-ui/internal';
import type { ComponentProps, KeyboardEvent, RefObject } from 'react';
import { cn } from '~/kit/ui/cn';
import { focusNow } from '~/kit/ui/focus';

/* Radix's dropdown menu without its trigger. The menu button needs no code of Radix. */

export interface MenuProps extends ComponentProps<typeof RadixMenu.Content> {
  button: RefObject<HTMLButtonElement | null>;
  setOpen: (open: boolean) => void;
}

/**
 * An open menu below its button. It is not modal, so a click outside also reaches the control there. A
 * modal menu would add a style element to stop the page from scrolling, which the Content-Security-Policy
 * blocks.
 */
export function Menu({ button, setOpen, className, ...props }: MenuProps) {
  const focusButton = () => button.current?.focus();

  function onKeyDownCapture(event: KeyboardEvent) {
    const { key, repeat, ctrlKey, metaKey } = event;
    // This is the held Enter that opened the menu.
    if (key === 'Enter' && repeat) event.preventDefault();
    // Radix would stop these keys: Ctrl+Enter opens a link in a new tab, and Tab moves on from the button.
    if (key === 'Tab' || (key === 'Enter' && (ctrlKey || metaKey))) event.stopPropagation();
    if (key !== 'Tab') return;
    // Tab first reaches the buttons in the menu, such as the languages, then the element after the menu's
    // own button. The entries are no buttons.
    const controls = [...event.currentTarget.querySelectorAll('button')];
    const at = controls.findIndex((control) => control === document.activeElement);
    const next = controls[at + (event.shiftKey ? -1 : 1)];
    if (next) event.preventDefault();
    else setOpen(false);
    (next ?? button.current)?.focus();
  }

  return (
    <RadixMenu.Root open modal={false} onOpenChange={setOpen}>
      <RadixMenu.Anchor virtualRef={button} />
      <RadixMenu.Portal>
        <RadixMenu.Content
          ref={focusFirstItem}
          loop
          align="end"
          sideOffset={4}
          className={cn(
            'z-menu animate-fade-in rounded-lg border border-line bg-surface p-1.5 shadow-float print:hidden',
            className,
          )}
          onKeyDownCapture={onKeyDownCapture}
          onEscapeKeyDown={focusButton}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // The button itself toggles the menu; closing it here too would open it again.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
          {...props}
        />
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

export function MenuItem({ className, ...props }: ComponentProps<typeof RadixMenu.Item>) {
  return (
    <RadixMenu.Item
      className={cn(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 font-medium select-none hover:bg-sunken focus:bg-sunken aria-disabled:opacity-55',
        className,
      )}
      {...props}
    />
  );
}

/** Focuses the first entry. Radix does so only for a menu that was opened by a key. */
function focusFirstItem(menu: HTMLElement | null): void {
  focusNow(menu?.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])') ?? null);
}
