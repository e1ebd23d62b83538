import { QueryTable } from '~/components/list/query-table';
import { createColumnHelper } from '~/components/table/data-table';
import { TitledCard } from '~/components/ui/card';
import type { FailedSignInList } from '~/contract/account';
import { ownQuery } from '~/data/own-call';
import { formatDateTime } from '~/lib/format';

const helper = createColumnHelper<FailedSignInList[number]>();

const COLUMNS = helper.columns([
  helper.accessor('hour', {
    header: 'Hour',
    cell: ({ row }) => formatDateTime(row.original.hour),
  }),
  helper.accessor('address', { header: 'Address', cell: ({ row }) => row.original.address }),
  helper.accessor('attempts', { header: 'Attempts', cell: ({ row }) => row.original.attempts }),
]);

/** Who tried to sign in with one's own e-mail and another password: by hour and network address. */
export function FailedSignInsCard() {
  return (
    <TitledCard title="Failed sign-ins" holdsTable>
      <QueryTable
        query={ownQuery('account.failedSignIns', {})}
        things="failed sign-ins"
        empty="No failed sign-ins in the last 90 days."
        caption="Failed sign-ins"
        columns={COLUMNS}
        size="narrow"
        focusable
      />
    </TitledCard>
  );
}
