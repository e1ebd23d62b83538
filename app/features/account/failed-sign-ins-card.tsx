import { useQuery } from '@tanstack/react-query';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import { createColumnHelper, DataTable, TableSkeleton } from '~/components/table/data-table';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import type { ReadFailedSignIns } from '~/contract/account-reading';
import { accountQueries } from '~/data/account/account.queries';
import { dash, formatDateTime } from '~/lib/format';

const helper = createColumnHelper<ReadFailedSignIns>();

const COLUMNS = helper.columns([
  helper.accessor('hour', {
    header: 'Hour',
    cell: ({ row }) => formatDateTime(row.original.hour),
  }),
  helper.accessor('address', {
    header: 'Address',
    cell: ({ row }) => dash(row.original.address),
  }),
  helper.accessor('attempts', {
    header: 'Attempts',
    cell: ({ row }) => dash(row.original.attempts),
  }),
]);

const TEXTS: ListTexts = {
  loading: 'Loading failed sign-ins...',
  error: () => 'Error loading failed sign-ins.',
  empty: { title: 'No failed sign-ins in the last 90 days.' },
};

/** Who tried to sign in with one's own e-mail and another password: by hour and network address. */
export function FailedSignInsCard() {
  const failures = useQuery(accountQueries.failedSignIns());
  return (
    <Card>
      <CardHeader>
        <CardTitle>Failed sign-ins</CardTitle>
      </CardHeader>
      <CardContent holdsTable>
        <ListQuery
          query={failures}
          queryKey={accountQueries.failedSignIns().queryKey}
          texts={TEXTS}
          count={(loaded) => loaded.length}
          skeleton={<TableSkeleton columns={COLUMNS.length} />}
        >
          {({ data, busy, empty }) =>
            data.length === 0 ? (
              empty
            ) : (
              <DataTable
                caption="Failed sign-ins"
                columns={COLUMNS}
                data={data}
                busy={busy}
                size="narrow"
                focusable
              />
            )
          }
        </ListQuery>
      </CardContent>
    </Card>
  );
}
