import { QueryTable } from '~/components/list/query-table';
import { createColumnHelper } from '~/components/table/data-table';
import { TitledCard } from '~/components/ui/card';
import type { FailedSignInList } from '~/contract/account';
import { ownQuery } from '~/data/own-call';
import { formatDateTime } from '~/lib/format';
import { msg, t } from '~/lib/texts';

const helper = createColumnHelper<FailedSignInList[number]>();

const COLUMNS = helper.columns([
  helper.accessor('hour', {
    header: msg`Hour`,
    cell: ({ row }) => formatDateTime(row.original.hour),
  }),
  helper.accessor('address', { header: msg`Address`, cell: ({ row }) => row.original.address }),
  helper.accessor('attempts', { header: msg`Attempts`, cell: ({ row }) => row.original.attempts }),
]);

/** Who tried to sign in with one's own e-mail and another password: by hour and network address. */
export function FailedSignInsCard() {
  return (
    <TitledCard title={t`Failed sign-ins`} holdsTable>
      <QueryTable
        query={ownQuery('account.failedSignIns', {})}
        things={t`failed sign-ins`}
        empty={t`No failed sign-ins in the last 90 days.`}
        caption={t`Failed sign-ins`}
        columns={COLUMNS}
        size="narrow"
        focusable
      />
    </TitledCard>
  );
}
