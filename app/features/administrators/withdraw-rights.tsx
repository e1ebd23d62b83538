import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LazyConfirmDelete } from '~/components/feedback/lazy-confirm-delete';
import type { Administrator } from '~/contract/administrator';
import { ownChange } from '~/data/own-call';
import { detailOrMessage } from '~/lib/app-error';

interface WithdrawRightsProps {
  /** The administrator whose rights are asked about, or null. */
  administrator: Administrator | null;
  onDone: () => void;
}

/** Confirm, call, then a toast or the failure dialog. */
export function WithdrawRights({ administrator, onDone }: WithdrawRightsProps) {
  const { mutateAsync } = useMutation(ownChange(useQueryClient(), 'administrators.withdraw'));
  return (
    <LazyConfirmDelete
      record={administrator}
      title="Withdraw Rights"
      question="Are you sure you want to withdraw the rights of this administrator? All their sessions end at once. Their account stays."
      nameOf={({ email }) => email}
      confirmLabel="Withdraw"
      remove={(id) => mutateAsync({ id })}
      success={{ toast: 'Rights withdrawn' }}
      failure={(error) => ({ title: 'Withdrawal Failed', text: detailOrMessage(error) })}
      onDone={onDone}
    />
  );
}
