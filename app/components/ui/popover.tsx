import * as Popover from 'radix-ui/popover';
import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';

export const PopoverRoot = Popover.Root;
export const PopoverAnchor = Popover.Anchor;

/** A panel that floats at its anchor. Not modal, so it needs no scroll lock. Load it lazily. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Popover.Content>) {
  return (
    <Popover.Portal>
      <Popover.Content
        align="start"
        sideOffset={6}
        collisionPadding={12}
        className={cn(
          'z-50 animate-fade-in rounded-lg border border-line bg-surface p-3 text-ink shadow-float focus:outline-none',
          className,
        )}
        {...props}
      />
    </Popover.Portal>
  );
}
