import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LazyConfirmDialog } from '~/components/feedback/lazy-confirm-dialog';
import { toast } from '~/components/feedback/toast';
import { createColumnHelper } from '~/components/table/data-table';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import type { ReadPasskey } from '~/contract/factors-reading';
import { factorMutations } from '~/data/factors/factors.mutations';
import { detailOrMessage } from '~/lib/app-error';
import { dash, formatDateTime } from '~/lib/format';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';

const helper = createColumnHelper<ReadPasskey>();

/** Columns of Passkeys. */
export const PASSKEY_COLUMNS = helper.columns([
  helper.accessor('name', {
    header: 'Name',
    cell: ({ row }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{dash(row.original.name)}</span>
        {!row.original.isUsable && <Badge tone="warning">For another address</Badge>}
      </span>
    ),
  }),
  helper.accessor('createdAt', {
    header: 'Created',
    cell: ({ row }) => formatDateTime(row.original.createdAt),
  }),
  helper.accessor('lastUsedAt', {
    header: 'Last Used',
    cell: ({ row: { original } }) =>
      original.lastUsedAt === null ? 'Never' : formatDateTime(original.lastUsedAt),
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    meta: { width: '7.5rem' },
    cell: ({ row }) => <PasskeyActions passkey={row.original} />,
  }),
]);

/** The accessible name is the label, the description is the passkey. */
function PasskeyActions({ passkey: { id, name } }: { passkey: ReadPasskey }) {
  const describedBy = useId();
  const [removing, setRemoving] = useState(false);
  const remove = useSingleFlightMutation({
    ...factorMutations.removePasskey(useQueryClient()),
    onError: (error) => toast.error(detailOrMessage(error)),
  });
  if (id === null) return <>-</>;
  return (
    <>
      <span id={describedBy} hidden>
        {dash(name)}
      </span>
      <Button
        variant="danger"
        size="sm"
        aria-describedby={describedBy}
        onClick={() => setRemoving(true)}
      >
        Remove
      </Button>
      <LazyConfirmDialog
        open={removing}
        title="Remove Passkey"
        description={`Are you sure you want to remove the passkey "${dash(name)}"? It no longer signs you in.`}
        confirmLabel="Remove"
        tone="danger"
        busy={remove.isPending}
        onCancel={() => setRemoving(false)}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => toast.success('Passkey removed'),
            onSettled: () => setRemoving(false),
          })
        }
      />
    </>
  );
}
