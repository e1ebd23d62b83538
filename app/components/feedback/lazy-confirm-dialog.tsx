import type { ConfirmDialogProps, NoticeDialogProps } from './confirm-dialog';
import { lazyModule } from './lazy-module';
import { useLazyDialog } from './use-lazy-dialog';

const source = lazyModule(() => import('./confirm-dialog'));

/** ConfirmDialog, loaded when the browser is idle, at the latest when it opens. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  const dialogs = useLazyDialog({ source, open: props.open, dismiss: props.onCancel });
  return dialogs && <dialogs.ConfirmDialog {...props} />;
}

/** NoticeDialog, loaded when the browser is idle, at the latest when it opens. */
export function LazyNoticeDialog(props: NoticeDialogProps) {
  const dialogs = useLazyDialog({ source, open: props.open, dismiss: props.onClose });
  return dialogs && <dialogs.NoticeDialog {...props} />;
}
