import type { PropsWithChildren } from 'react';
import { Button } from '~/components/ui/button';
import { focusNow } from '~/components/ui/use-menu';
import { t } from '~/lib/texts';
import type { ConfirmDialogProps, Message, NoticeDialogProps } from './confirm-dialog';
import { lazyModule, useLazyModule } from './lazy-module';
import { PlainMessage } from './plain-message';

const source = lazyModule(() => import('./confirm-dialog'));

/** ConfirmDialog, loaded when the browser is idle, at the latest when it opens; a plain message where that fails. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  const { module, failed } = useLazyModule(source, props.open);
  if (module) return <module.ConfirmDialog {...props} />;
  if (!failed) return null;
  return (
    <PlainDialog {...props}>
      <Button ref={focusNow} variant="secondary" onClick={props.onCancel}>
        {props.cancelLabel ?? t`Cancel`}
      </Button>
      <Button disabled={props.busy} onClick={props.onConfirm}>
        {props.confirmLabel}
      </Button>
    </PlainDialog>
  );
}

/** NoticeDialog, loaded in the same way. */
export function LazyNoticeDialog(props: NoticeDialogProps) {
  const { module, failed } = useLazyModule(source, props.open);
  if (module) return <module.NoticeDialog {...props} />;
  if (!failed) return null;
  return (
    <PlainDialog {...props}>
      <Button onClick={props.onClose}>{t`OK`}</Button>
    </PlainDialog>
  );
}

function PlainDialog({ title, description, children }: PropsWithChildren<Message>) {
  return (
    <PlainMessage>
      <strong>{title}</strong>
      <div>{description}</div>
      <div className="flex justify-end gap-3">{children}</div>
    </PlainMessage>
  );
}
