import { useRef, type ReactNode, type RefObject } from 'react';
import { DialogDescription, DialogRoot, DialogTitle, QuestionContent } from '~/kit/ui/dialog';
import { openerOf, returnFocus } from '~/kit/ui/focus';

export interface Message {
  open: boolean;
  title: string;
  description: ReactNode;
  /** Gets the focus if the element that had it was removed, as after a deletion. */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
}

export interface ModalMessageProps extends Message {
  /** Content between the description and the buttons. */
  details?: ReactNode;
  /** Null if Escape must not close the window. */
  onEscape: (() => void) | null;
  firstFocus: () => HTMLElement | null;
  children: ReactNode;
}

/** The window of a ModalMessage. */
export function MessageWindow(props: ModalMessageProps) {
  const { open, title, description, details, onEscape, firstFocus, returnFocusTo, children } =
    props;
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
