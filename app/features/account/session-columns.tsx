import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { toast } from '~/components/feedback/toast';
import { createColumnHelper } from '~/components/table/data-table';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import type { ReadSession } from '~/contract/account-reading';
import { accountMutations } from '~/data/account/account.mutations';
import { detailOr } from '~/lib/app-error';
import { firstPress } from '~/lib/first-press';
import { dash, formatDateTime } from '~/lib/format';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';
import { describeDevice } from './describe-device';

const helper = createColumnHelper<ReadSession>();

/** Columns of Sessions. */
export const SESSION_COLUMNS = helper.columns([
  helper.accessor('userAgent', {
    header: 'Device',
    cell: ({ row }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium" title={row.original.userAgent ?? undefined}>
          {describeDevice(row.original.userAgent)}
        </span>
        {row.original.isCurrent && <Badge tone="accent">This session</Badge>}
      </span>
    ),
  }),
  helper.accessor('address', {
    header: 'Address',
    cell: ({ row }) => dash(row.original.address),
  }),
  helper.accessor('createdAt', {
    header: 'Signed In',
    cell: ({ row }) => formatDateTime(row.original.createdAt),
  }),
  helper.accessor('lastUsedAt', {
    header: 'Last Used',
    cell: ({ row }) => formatDateTime(row.original.lastUsedAt),
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    meta: { width: '7.5rem' },
    cell: ({ row }) => <SessionActions session={row.original} />,
  }),
]);

/** The accessible name is the label, the description is the session. One's own session ends by Logout. */
function SessionActions({ session }: { session: ReadSession }) {
  const describedBy = useId();
  const end = useSingleFlightMutation({
    ...accountMutations.endSession(useQueryClient()),
    onError: (error) => toast.error(detailOr(error, 'Failed to sign out')),
  });
  const { id, isCurrent } = session;
  if (id === null || isCurrent) return <>-</>;
  return (
    <>
      <span id={describedBy} hidden>
        {describeDevice(session.userAgent)}, {dash(session.address)}
      </span>
      <Button
        variant="danger"
        size="sm"
        aria-describedby={describedBy}
        aria-disabled={end.isPending}
        onClick={firstPress(() => {
          if (end.isPending) return;
          end.mutate(id, { onSuccess: () => toast.success('Signed out') });
        })}
      >
        Sign out
      </Button>
    </>
  );
}
