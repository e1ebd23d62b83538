import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useRef, type ComponentProps } from 'react';
import { openerOf, returnFocus } from './focus';
import { cn } from './cn';
import { DialogFormContext, type OpenForm } from './open-forms';
import { t } from '~/language/texts';
import { Button } from './button';

/* Modal windows. Load them lazily, since Radix is larger than most screens. */

export const DialogRoot = Dialog.Root;

interface ModalPanelProps extends ComponentProps<typeof Dialog.Content> {
  layerClass?: string;
}

/**
 * Panel of a modal window, positioned by its classes. Radix's overlay is not used: it stops scrolling by a
 * style element, which the Content-Security-Policy blocks. `data-modal-layer` does that in styles.css.
 */
export function ModalPanel({ layerClass, ...props }: ModalPanelProps) {
  return (
    <Dialog.Portal>
      <div data-modal-layer className={layerClass}>
        <div aria-hidden className="fixed inset-0 z-overlay animate-fade-in bg-backdrop" />
        <Dialog.Content aria-modal {...props} />
      </div>
    </Dialog.Portal>
  );
}

/** A window in the middle of the screen. On small screens it scrolls inside. */
function DialogContent({ className, ...props }: ComponentProps<typeof Dialog.Content>) {
  return (
    <ModalPanel
      className={cn(
        'fixed top-1/2 left-1/2 z-dialog max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 animate-rise-in overflow-y-auto rounded-xl border border-line bg-surface p-6 text-ink shadow-float focus:outline-none',
        className,
      )}
      {...props}
    />
  );
}

/** A modal window that asks for an answer. A click outside does not close it. */
export function QuestionContent(props: ComponentProps<typeof Dialog.Content>) {
  return (
    <DialogContent
      className="max-w-md"
      onInteractOutside={(event) => event.preventDefault()}
      {...props}
    />
  );
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Dialog.Title>) {
  return (
    <Dialog.Title className={cn('text-lg font-semibold wrap-anywhere', className)} {...props} />
  );
}

export function DialogDescription(props: ComponentProps<typeof Dialog.Description>) {
  return (
    <Dialog.Description
      className="mt-2 leading-relaxed wrap-anywhere whitespace-pre-line text-muted"
      {...props}
    />
  );
}

interface DialogWindowProps extends ComponentProps<typeof Dialog.Content> {
  open?: boolean;
  title: string;
  titleClass?: string;
  /** Called for the close button, Escape, or a click outside. */
  onClose: () => void;
}

/**
 * A modal window with a title and a close button. The focus returns to the element that opened it. A form in
 * it that has UnsavedChanges asks before they are lost; while the form is being sent, the window stays open.
 */
export function DialogWindow(props: DialogWindowProps) {
  const { open = true, title, titleClass, onClose, className, children, ...content } = props;
  const opener = useRef<HTMLElement | null>(null);
  const form = useRef<OpenForm>(null);
  function close(): void {
    if (form.current?.isSaving?.()) return;
    if (form.current?.isDirty()) form.current.ask(onClose);
    else onClose();
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <DialogContent
        aria-describedby={undefined}
        className={className ?? 'max-w-lg'}
        onOpenAutoFocus={() => {
          opener.current = openerOf(document.activeElement);
        }}
        onCloseAutoFocus={() => returnFocus(opener.current)}
        {...content}
      >
        <DialogTitle className={titleClass}>{title}</DialogTitle>
        <DialogFormContext value={form}>{children}</DialogFormContext>
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
      </DialogContent>
    </Dialog.Root>
  );
}
