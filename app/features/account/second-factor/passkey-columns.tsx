import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LazyConfirmDialog } from '~/components/feedback/lazy-confirm-dialog';
import { toast } from '~/components/feedback/toast';
import { createColumnHelper } from '~/components/table/data-table';
import { RowButton } from '~/components/table/row-button';
import { Badge } from '~/components/ui/badge';
import type { Factors } from '~/contract/factors';
import { ownChange } from '~/data/own-call';
import { detailOrMessage } from '~/lib/app-error';
import { formatDateTime } from '~/lib/format';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';

type Passkey = Factors['passkeys'][number];

const helper = createColumnHelper<Passkey>();

/** Columns of Passkeys. */
export const PASSKEY_COLUMNS = helper.columns([
  helper.accessor('name', {
    header: 'Name',
    cell: ({ row }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{row.original.name}</span>
        {!row.original.is_usable && <Badge tone="warning">For another address</Badge>}
      </span>
    ),
  }),
  helper.accessor('created_at', {
    header: 'Created',
    cell: ({ row }) => formatDateTime(row.original.created_at),
  }),
  helper.accessor('last_used_at', {
    header: 'Last Used',
    cell: ({ row: { original } }) =>
      original.last_used_at === null ? 'Never' : formatDateTime(original.last_used_at),
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    meta: { width: '7.5rem' },
    cell: ({ row }) => <PasskeyActions passkey={row.original} />,
  }),
]);

function PasskeyActions({ passkey: { id, name } }: { passkey: Passkey }) {
  const [removing, setRemoving] = useState(false);
  const remove = useSingleFlightMutation({
    ...ownChange(useQueryClient(), 'factors.removePasskey'),
    onError: (error) => toast.error(detailOrMessage(error)),
  });
  return (
    <>
      <RowButton label="Remove" about={name} variant="danger" onPress={() => setRemoving(true)} />
      <LazyConfirmDialog
        open={removing}
        title="Remove Passkey"
        description={`Are you sure you want to remove the passkey "${name}"? It no longer signs you in.`}
        confirmLabel="Remove"
        tone="danger"
        busy={remove.isPending}
        onCancel={() => setRemoving(false)}
        onConfirm={() =>
          remove.mutate(
            { id },
            {
              onSuccess: () => toast.success('Passkey removed'),
              onSettled: () => setRemoving(false),
            },
          )
        }
      />
    </>
  );
}
