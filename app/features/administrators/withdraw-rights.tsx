import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LazyConfirmDialog, LazyNoticeDialog } from '~/components/feedback/lazy-confirm-dialog';
import { toast } from '~/components/feedback/toast';
import type { Administrator } from '~/contract/administrator';
import { ownChange } from '~/data/own-call';
import { detailOrMessage } from '~/lib/app-error';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';

interface WithdrawRightsProps {
  /** Whose rights are asked about, or null. */
  administrator: Administrator | null;
  onDone: () => void;
}

/** Confirm, call, then a toast or the failure dialog. */
export function WithdrawRights({ administrator, onDone }: WithdrawRightsProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const withdraw = useSingleFlightMutation({
    ...ownChange(useQueryClient(), 'administrators.withdraw'),
    onError: setFailure,
  });
  return (
    <>
      <LazyConfirmDialog
        open={administrator !== null}
        title="Withdraw Rights"
        description={
          <>
            <span>
              Are you sure you want to withdraw the rights of this administrator? All their sessions
              end at once. Their account stays.
            </span>
            <span className="mt-2 block font-medium wrap-anywhere">{administrator?.email}</span>
          </>
        }
        confirmLabel="Withdraw"
        cancelLabel="Cancel"
        tone="danger"
        busy={withdraw.isPending}
        onCancel={onDone}
        onConfirm={() => {
          if (!administrator) return;
          withdraw.mutate(
            { id: administrator.id },
            {
              onSuccess: () => toast.success('Rights withdrawn'),
              onSettled: onDone,
            },
          );
        }}
      />
      <LazyNoticeDialog
        open={failure !== null}
        title="Withdrawal Failed"
        description={detailOrMessage(failure)}
        onClose={() => setFailure(null)}
      />
    </>
  );
}
