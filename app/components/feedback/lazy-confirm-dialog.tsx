import { useEffect, useRef } from 'react';
import type { ConfirmDialogProps, NoticeDialogProps } from './confirm-dialog';
import { lazyModule, useLazyModule } from './lazy-module';
import { toast } from './toast';

const dialogs = lazyModule(() => import('./confirm-dialog'));

/** ConfirmDialog, loaded when the browser is idle, at the latest when it opens. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  const Dialog = useDialogs(props.open, props.onCancel)?.ConfirmDialog;
  return Dialog ? <Dialog {...props} /> : null;
}

/** NoticeDialog, loaded when the browser is idle, at the latest when it opens. */
export function LazyNoticeDialog(props: NoticeDialogProps) {
  const Dialog = useDialogs(props.open, props.onClose)?.NoticeDialog;
  return Dialog ? <Dialog {...props} /> : null;
}

/** The dialogs' module. When it cannot be loaded, an open dialog is dismissed with a toast. */
function useDialogs(open: boolean, dismiss: () => void) {
  const { module, failed } = useLazyModule(dialogs, open);
  const dismissNow = useRef(dismiss);
  useEffect(() => {
    dismissNow.current = dismiss;
  }, [dismiss]);
  useEffect(() => {
    if (!failed || !open) return;
    toast.error('The dialog could not be loaded. Check your connection and try again.');
    dismissNow.current();
  }, [failed, open]);
  return module;
}
