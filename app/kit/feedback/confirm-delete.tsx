import { useState, type RefObject } from 'react';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { useIsShown } from '~/kit/ui/page-moments';
import { useSingleFlightMutation } from '~/kit/ui/use-single-flight-mutation';
import { ConfirmDialog, NoticeDialog } from './confirm-dialog';
import { toast, undoAction, type Undo } from './toast';

/** The result of a deletion: a toast, or a notice with OK. */
export type DeleteResult = { toast: string } | DeleteNotice;

interface DeleteNotice {
  title: string;
  text: string;
  /** Shown on a separate line. */
  reason?: string | null;
  /** Text of the toast with Undo that follows the notice. */
  deleted?: string;
}

export interface ConfirmDeleteProps<T extends { id: number | null }> {
  /** The record to delete, or null while the dialog is closed. */
  record: T | null;
  title: string;
  question: string;
  /** Returns the name to show below a question that does not contain it; empty without a name. */
  nameOf?: (record: T) => string;
  confirmLabel?: string;
  remove: (id: number) => Promise<unknown>;
  success: DeleteResult;
  /** The message after a failure, by default a toast with the API's text. */
  failure?: (error: unknown) => DeleteResult;
  onDeleted?: (record: T) => void;
  /** Restores the record. If given, the toast of success has an Undo button. */
  undo?: Undo | undefined;
  /** Called after cancelling and after the API's answer. The caller sets `record` to null. */
  onDone: () => void;
  /** Gets the focus after a notice of success, as the button of the deleted record no longer exists. */
  focusAfter?: RefObject<HTMLElement | null>;
}

interface Notice extends DeleteNotice {
  open: boolean;
  success: boolean;
  onClosed?: () => void;
}

const NO_NOTICE: Notice = { open: false, success: false, title: '', text: '' };

/**
 * Deletes a record of any kind: question, call, then a toast or a notice
 * (docs/behaviour/dialogs-and-toasts.md).
 */
export function ConfirmDelete<T extends { id: number | null }>(props: ConfirmDeleteProps<T>) {
  const { record, title, question, nameOf, confirmLabel = t`Delete`, remove, onDone } = props;
  const { success, failure, onDeleted, undo, focusAfter } = props;
  // A dialog keeps its texts while it closes.
  const [latest, setLatest] = useState(record);
  if (record !== null && record !== latest) setLatest(record);
  const name = latest && nameOf?.(latest);
  const isShown = useIsShown();
  const [notice, setNotice] = useState(NO_NOTICE);

  function show(result: DeleteResult, succeeded: boolean, deletedId?: number): void {
    const action = undoAction(undo, deletedId === undefined ? [] : [deletedId]);
    if (!('toast' in result) && isShown()) {
      const { deleted } = result;
      const onClosed = () => deleted && action && toast.success(deleted, action);
      setNotice({ ...result, open: true, success: succeeded, onClosed });
      return;
    }
    const text =
      'toast' in result ? result.toast : [result.text, result.reason].filter(Boolean).join(' ');
    if (succeeded) toast.success(text, action);
    else toast.error(text);
  }

  const removal = useSingleFlightMutation({
    mutationFn: ({ id }: { id: number; deleted: T }) => remove(id),
    onSuccess: (_answer, { id, deleted }) => {
      show(success, true, id);
      onDeleted?.(deleted);
    },
    onError: (error) => show(failure?.(error) ?? { toast: detailOrMessage(error) }, false),
    onSettled: onDone,
  });

  return (
    <>
      <ConfirmDialog
        open={record !== null}
        title={title}
        description={
          <>
            <span>{question}</span>
            {name && <span className="mt-2 block font-medium wrap-anywhere text-ink">{name}</span>}
          </>
        }
        confirmLabel={confirmLabel}
        busy={removal.isPending}
        onCancel={onDone}
        onConfirm={() => {
          if (record?.id != null) removal.mutate({ id: record.id, deleted: record });
        }}
      />
      <NoticeDialog
        open={notice.open}
        title={notice.title}
        description={
          <>
            <span>{notice.text}</span>
            {notice.reason && <span className="mt-2 block">{notice.reason}</span>}
          </>
        }
        returnFocusTo={notice.success ? focusAfter : undefined}
        onClose={() => {
          setNotice({ ...notice, open: false });
          notice.onClosed?.();
        }}
      />
    </>
  );
}
