import { useEffect, useRef, type ReactNode } from 'react';
import { Button, firstPress } from '~/kit/ui/button';
import { t } from '~/language/texts';
import { lazyPart, PlainMessage } from './lazy-part';
import type { Message, ModalMessageProps } from './message-window';
import { openerOf, returnFocus } from '~/kit/ui/focus';
import { StillWaiting } from './query-state';

export interface ConfirmDialogProps extends Message {
  confirmLabel: string;
  cancelLabel?: string;
  /** True while the action is running: the buttons and Escape do nothing. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is destroyed, and restores the focus (docs/behaviour/dialogs-and-toasts.md). */
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

interface NoticeDialogProps extends Message {
  onClose: () => void;
  /** Another button next to OK. */
  other?: ReactNode;
}

/** A notice: the same dialog with an OK button, which has the focus. */
export function NoticeDialog({ onClose, other, ...message }: NoticeDialogProps) {
  const ok = useRef<HTMLButtonElement>(null);
  return (
    <ModalMessage {...message} onEscape={onClose} firstFocus={() => ok.current}>
      {other}
      <Button ref={ok} onClick={onClose}>
        {t`OK`}
      </Button>
    </ModalMessage>
  );
}

const WindowPart = lazyPart(() => import('./message-window'));

/**
 * A dialog with a text and buttons. Afterwards the focus returns to the element that had it, or to the main
 * area.
 */
export function ModalMessage(props: ModalMessageProps) {
  return (
    <WindowPart open={props.open} failed={<MessageWithoutWindow {...props} />}>
      {({ MessageWindow }) => <MessageWindow {...props} />}
    </WindowPart>
  );
}

/** Fallback if the dialog code cannot be loaded: text and buttons at the bottom of the window. */
function MessageWithoutWindow(props: ModalMessageProps) {
  const { title, description, details, firstFocus, children } = props;
  const focus = useRef(firstFocus);
  useEffect(() => {
    const opener = openerOf(document.activeElement);
    focus.current()?.focus();
    return () => returnFocus(opener);
  }, []);
  return (
    <PlainMessage role="alert">
      <strong>{title}</strong>
      <div>{description}</div>
      {details}
      <div className="flex justify-end gap-3">{children}</div>
    </PlainMessage>
  );
}
