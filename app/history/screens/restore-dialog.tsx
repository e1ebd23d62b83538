import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { EmptyState, LoadingState, StillWaiting } from '~/kit/feedback/query-state';
import { toast } from '~/kit/feedback/toast';
import { FormError } from '~/kit/form/submit-button';
import { Button } from '~/kit/ui/button';
import { DialogWindow } from '~/kit/ui/dialog';
import { earlierValuesQuery } from '~/history/queries';
import { changeEmbedded, invalidateAfter } from '~/rpc/queries';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { detailOr, detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { FieldTable } from './field-table';
import type { EarlierTarget, RemovedTarget, RestoreTarget } from './restore-targets';

type Closable<Target> = Target & { onClose: () => void };

/** Confirms a restoration: shows the values to be written, or the obstacle in one sentence. */
export function RestoreDialog({ target, onClose }: Closable<{ target: RestoreTarget }>) {
  return 'removed' in target ? (
    <RemovedDialog {...target} onClose={onClose} />
  ) : (
    <EarlierDialog {...target} onClose={onClose} />
  );
}

function RemovedDialog({ text, removed, note, onClose }: Closable<RemovedTarget>) {
  const client = useQueryClient();
  const restore = useSingleFlightMutation({
    mutationFn: () =>
      'change' in removed
        ? changeEmbedded('history.restoreChange', removed)
        : changeEmbedded('history.restoreEntry', removed),
    onSettled: () => invalidateAfter(client, 'history.restoreEntry'),
  });
  return (
    <Frame
      title={t`Restore`}
      text={text}
      isBusy={restore.isPending}
      error={restore.error && detailOr(restore.error, t`Failed to restore`)}
      onClose={onClose}
      onConfirm={() => restore.mutate(undefined, { onSuccess: () => done(onClose) })}
    >
      <p className="mt-2 text-muted">{note}</p>
    </Frame>
  );
}

function EarlierDialog({ text, earlier, onClose }: Closable<EarlierTarget>) {
  const options = earlierValuesQuery(earlier);
  const { data: values, error: missing } = useQuery(options);
  const write = useEmbeddedChange('history.writeValues');
  const error = write.error ?? missing;
  return (
    <Frame
      title={t`Restore earlier values`}
      text={text}
      isBusy={write.isPending}
      error={error && detailOrMessage(error)}
      onClose={onClose}
      onConfirm={
        values &&
        (() =>
          write.mutate({ ...earlier, version: values.version }, { onSuccess: () => done(onClose) }))
      }
    >
      {values ? (
        <div className="mt-4">
          <FieldTable
            label={t`Values`}
            headings={[t`Today`, t`Restored`]}
            kind={values.kind}
            fields={values.fields}
            withImages
          />
        </div>
      ) : missing ? (
        <EmptyState title={t`Nothing to restore`} />
      ) : (
        <LoadingState text={t`Loading values...`} queryKey={options.queryKey} />
      )}
    </Frame>
  );
}

function done(close: () => void): void {
  toast.success(t`Restored`);
  close();
}

interface FrameProps {
  title: string;
  text: string;
  isBusy: boolean;
  error: string | null;
  onClose: () => void;
  /** Undefined while there is nothing to confirm. */
  onConfirm: (() => void) | undefined;
  children: ReactNode;
}

function Frame({ title, text, isBusy, error, onClose, onConfirm, children }: FrameProps) {
  const textId = useId();
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <DialogWindow
      title={title}
      titleClass="pr-10"
      aria-describedby={textId}
      className="max-w-2xl"
      onInteractOutside={(event) => event.preventDefault()}
      onClose={close}
    >
      <p id={textId} translate="no" className="mt-2 font-medium wrap-anywhere">
        {text}
      </p>
      {children}
      <div className="mt-4 empty:hidden">
        <FormError message={error} />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {isBusy && <StillWaiting />}
        <Button variant="secondary" aria-disabled={isBusy} onClick={close}>
          {t`Cancel`}
        </Button>
        <Button aria-disabled={isBusy || !onConfirm} onClick={onConfirm}>
          {isBusy ? t`Please wait...` : t`Restore`}
        </Button>
      </div>
    </DialogWindow>
  );
}
