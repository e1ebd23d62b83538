import { useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '~/components/ui/button';
import {
  DialogDescription,
  DialogRoot,
  DialogTitle,
  QuestionContent,
} from '~/components/ui/dialog';
import { firstPress } from '~/lib/first-press';
import { t } from '~/lib/texts';
import { openerOf, returnFocus } from './opener';
import { StillWaiting } from './still-waiting';

export interface Message {
  open: boolean;
  title: string;
  description: ReactNode;
  /** Receives the focus if the element that had it is removed, as after a deletion. */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
}

export interface ConfirmDialogProps extends Message {
  confirmLabel: string;
  cancelLabel?: string;
  /** The action is running: nothing can be pressed, Escape does nothing. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is destroyed (docs/behaviour/dialogs-and-toasts.md). Restores the focus when it closes. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel = t`Cancel`, busy = false, onConfirm, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <ModalMessage {...props} onEscape={busy ? null : onCancel} firstFocus={() => cancel.current}>
      {busy && <StillWaiting />}
      <Button ref={cancel} variant="secondary" aria-disabled={busy} onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button variant="destructive" aria-disabled={busy} onClick={firstPress(onConfirm)}>
        {busy ? t`Please wait...` : confirmLabel}
      </Button>
    </ModalMessage>
  );
}

export interface NoticeDialogProps extends Message {
  onClose: () => void;
}

/** A notice: the same dialog with one OK button. */
export function NoticeDialog({ onClose, ...message }: NoticeDialogProps) {
  const ok = useRef<HTMLButtonElement>(null);
  return (
    <ModalMessage {...message} onEscape={onClose} firstFocus={() => ok.current}>
      <Button ref={ok} onClick={onClose}>
        {t`OK`}
      </Button>
    </ModalMessage>
  );
}

interface ModalMessageProps extends Message {
  /** Between the description and the buttons. */
  details?: ReactNode;
  /** null while Escape must not close. */
  onEscape: (() => void) | null;
  firstFocus: () => HTMLElement | null;
  children: ReactNode;
}

/** A dialog with a text and buttons. The focus returns to what had it, or to the main area. */
export function ModalMessage({
  open,
  title,
  description,
  details,
  onEscape,
  firstFocus,
  returnFocusTo,
  children,
}: ModalMessageProps) {
  const opener = useRef<HTMLElement | null>(null);
  return (
    <DialogRoot open={open}>
      <QuestionContent
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          opener.current = openerOf(document.activeElement);
          firstFocus()?.focus();
        }}
        onCloseAutoFocus={() => returnFocus(returnFocusTo?.current ?? opener.current)}
        onEscapeKeyDown={(event) => {
          event.preventDefault();
          onEscape?.();
        }}
      >
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription>{description}</DialogDescription>
        {details}
        <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>
      </QuestionContent>
    </DialogRoot>
  );
}
