import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '~/components/feedback/toast';
import { QueryTable } from '~/components/list/query-table';
import { createColumnHelper } from '~/components/table/data-table';
import { RowButton } from '~/components/table/row-button';
import { Button } from '~/components/ui/button';
import { TitledCard } from '~/components/ui/card';
import type { Identity } from '~/contract/provider';
import { ownChange, ownQuery } from '~/data/own-call';
import { goToProvider, takeProviderAnswer } from '~/data/session/provider-round-trip';
import { detailOrMessage } from '~/lib/app-error';
import { formatDate, formatLast } from '~/lib/format';
import { msg, t } from '~/lib/texts';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';

const IDENTITIES = ownQuery('identities.list', {});

const helper = createColumnHelper<Identity>();

const COLUMNS = helper.columns([
  helper.accessor('subject', {
    header: msg`Account`,
    cell: ({ row: { original } }) => (
      <span className="font-medium wrap-anywhere" title={original.issuer}>
        {original.subject}
      </span>
    ),
  }),
  helper.accessor('created_at', {
    header: msg`Linked`,
    cell: ({ row }) => formatDate(row.original.created_at),
  }),
  helper.accessor('last_used_at', {
    header: msg`Last Used`,
    cell: ({ row }) => formatLast(row.original.last_used_at),
  }),
  helper.display({
    id: 'actions',
    header: msg`Actions`,
    meta: { width: '7.5rem' },
    cell: ({ row }) => <IdentityActions identity={row.original} />,
  }),
]);

/** The provider's accounts that sign in to one's own account (docs/behaviour.md, "Sign in by a provider"). */
export function IdentitiesCard({ name }: { name: string }) {
  const client = useQueryClient();
  const { mutate: link } = useSingleFlightMutation({
    ...ownChange(client, 'identities.link'),
    onSuccess: () => toast.success(t`Account linked`),
    onError: (error) => toast.error(detailOrMessage(error)),
  });
  const leave = useSingleFlightMutation({
    mutationFn: () => goToProvider('identities.start'),
    onError: (error) => toast.error(detailOrMessage(error)),
  });
  // Linked before the list is there, the account would be missing in it: a first request is not made again.
  const { isPending } = useQuery(IDENTITIES);
  useEffect(() => {
    if (isPending) return;
    const answer = takeProviderAnswer();
    if (answer === 'failed') toast.error(t`The account could not be linked. Please try again.`);
    else if (answer) link({ body: answer });
  }, [isPending, link]);
  return (
    <TitledCard
      title={t`Sign in by a Provider`}
      holdsTable
      actions={
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={leave.isPending}
          onClick={() => leave.mutate()}
        >
          {t`Link ${name}`}
        </Button>
      }
    >
      <QueryTable
        query={IDENTITIES}
        things="linked accounts"
        empty={t`No linked accounts yet.`}
        caption={t`Linked accounts`}
        columns={COLUMNS}
      />
    </TitledCard>
  );
}

function IdentityActions({ identity: { id, subject } }: { identity: Identity }) {
  const unlink = useSingleFlightMutation({
    ...ownChange(useQueryClient(), 'identities.unlink'),
    onSuccess: () => toast.success(t`Account unlinked`),
    onError: (error) => toast.error(detailOrMessage(error)),
  });
  return (
    <RowButton
      label={t`Unlink`}
      about={subject}
      variant="danger"
      onPress={() => unlink.mutate({ id })}
    />
  );
}
