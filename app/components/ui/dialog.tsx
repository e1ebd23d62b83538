import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';
import { t } from '~/lib/texts';
import { Button } from './button';
import { DIALOG_PANEL, Overlay } from './modal-layer';

export const DialogRoot = Dialog.Root;

/** A modal window with a close button. Load it lazily: Radix weighs more than most screens. */
export function DialogContent({
  className = 'max-w-lg',
  children,
  ...props
}: ComponentProps<typeof Dialog.Content>) {
  return (
    <Dialog.Portal>
      <div data-modal-layer>
        <Overlay />
        <Dialog.Content aria-modal className={cn(DIALOG_PANEL, className)} {...props}>
          {children}
          <Dialog.Close asChild>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t`Close`}
              className="absolute top-3 right-3"
            >
              <X aria-hidden className="size-4" />
            </Button>
          </Dialog.Close>
        </Dialog.Content>
      </div>
    </Dialog.Portal>
  );
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Dialog.Title>) {
  return (
    <Dialog.Title className={cn('text-lg font-semibold wrap-anywhere', className)} {...props} />
  );
}
