import type { ReactNode } from 'react';
import { Button } from '~/components/ui/button';
import { focusNow } from '~/components/ui/use-menu';
import { t } from '~/lib/texts';
import type { ConfirmDialogProps, NoticeDialogProps } from './confirm-dialog';
import { lazyModule, useLazyModule } from './lazy-module';
import { PlainMessage } from './plain-message';

const source = lazyModule(() => import('./confirm-dialog'));

/** ConfirmDialog, loaded when the browser is idle, at the latest when it opens; a plain message where that fails. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  const { module, failed } = useLazyModule(source, props.open);
  if (module) return <module.ConfirmDialog {...props} />;
  if (!failed) return null;
  return (
    <PlainDialog title={props.title} description={props.description}>
      <Button ref={focusNow} variant="secondary" onClick={props.onCancel}>
        {props.cancelLabel ?? t`Cancel`}
      </Button>
      <Button disabled={props.busy} onClick={props.onConfirm}>
        {props.confirmLabel ?? t`OK`}
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
    <PlainDialog title={props.title} description={props.description}>
      <Button onClick={props.onClose}>{t`OK`}</Button>
    </PlainDialog>
  );
}

interface PlainDialogProps {
  title: string;
  description: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

function PlainDialog({ title, description, children }: PlainDialogProps) {
  return (
    <PlainMessage>
      <strong>{title}</strong>
      <div>{description}</div>
      <div className="flex justify-end gap-3">{children}</div>
    </PlainMessage>
  );
}
