import * as AlertDialog from 'radix-ui/alert-dialog';
import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';
import { DIALOG_PANEL, Overlay } from './modal-layer';

export const AlertDialogRoot = AlertDialog.Root;

/**
 * A modal window that asks for an answer: a press outside does not close it. Its role is plain "dialog": it responds to
 * the user's own press, while an alertdialog is announced as an interruption.
 */
export function AlertDialogContent({
  className,
  children,
  ...props
}: ComponentProps<typeof AlertDialog.Content>) {
  return (
    <AlertDialog.Portal>
      <div data-modal-layer>
        <Overlay />
        <AlertDialog.Content
          role="dialog"
          aria-modal
          className={cn(DIALOG_PANEL, 'max-w-md', className)}
          {...props}
        >
          {children}
        </AlertDialog.Content>
      </div>
    </AlertDialog.Portal>
  );
}

export function AlertDialogTitle({
  className,
  ...props
}: ComponentProps<typeof AlertDialog.Title>) {
  return <AlertDialog.Title className={cn('text-lg font-semibold', className)} {...props} />;
}

export function AlertDialogDescription({
  className,
  ...props
}: ComponentProps<typeof AlertDialog.Description>) {
  return (
    <AlertDialog.Description
      className={cn('mt-2 leading-relaxed wrap-anywhere whitespace-pre-line text-muted', className)}
      {...props}
    />
  );
}
