import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LazyConfirmDelete } from '~/components/feedback/lazy-confirm-delete';
import { createColumnHelper } from '~/components/table/data-table';
import { RowButton } from '~/components/table/row-button';
import { Badge } from '~/components/ui/badge';
import { EmailText } from '~/components/ui/email-text';
import type { Administrator } from '~/contract/administrator';
import { ownChange } from '~/data/own-call';
import { detailOrMessage } from '~/lib/app-error';
import { formatLast } from '~/lib/format';

const helper = createColumnHelper<Administrator>();

/** Columns of Administrators. */
export const ADMINISTRATOR_COLUMNS = helper.columns([
  helper.accessor('first_name', {
    header: 'Name',
    cell: ({ row }) => (
      <span className="flex flex-wrap items-center gap-2">
        <Name administrator={row.original} />
        {row.original.is_current && <Badge tone="accent">You</Badge>}
      </span>
    ),
  }),
  helper.accessor('email', {
    header: 'Email',
    cell: ({ row }) => <EmailText email={row.original.email} />,
  }),
  helper.accessor('last_login', {
    header: 'Last Login',
    cell: ({ row }) => formatLast(row.original.last_login),
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    meta: { width: '10.5rem' },
    cell: ({ row }) => <WithdrawRights administrator={row.original} />,
  }),
]);

/** Confirm, call, then a toast or the failure dialog. Nobody withdraws their own rights. */
function WithdrawRights({ administrator }: { administrator: Administrator }) {
  const [asked, setAsked] = useState<Administrator | null>(null);
  const { mutateAsync } = useMutation(ownChange(useQueryClient(), 'administrators.withdraw'));
  const { email, is_current } = administrator;
  if (is_current) return <>-</>;
  return (
    <>
      <RowButton
        label="Withdraw Rights"
        about={email}
        variant="danger"
        onPress={() => setAsked(administrator)}
      />
      <LazyConfirmDelete
        record={asked}
        title="Withdraw Rights"
        question="Are you sure you want to withdraw the rights of this administrator? All their sessions end at once. Their account stays."
        nameOf={() => email}
        confirmLabel="Withdraw"
        remove={(id) => mutateAsync({ id })}
        success={{ toast: 'Rights withdrawn' }}
        failure={(error) => ({ title: 'Withdrawal Failed', text: detailOrMessage(error) })}
        onDone={() => setAsked(null)}
      />
    </>
  );
}

function Name({ administrator }: { administrator: Administrator }) {
  const { id, email, first_name, last_name } = administrator;
  const name = [first_name, last_name].filter(Boolean).join(' ') || <EmailText email={email} />;
  return (
    <Link to="/users/$userId" params={{ userId: id }} className="link font-medium wrap-anywhere">
      {name}
    </Link>
  );
}
