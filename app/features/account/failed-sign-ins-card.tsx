import { useQuery } from '@tanstack/react-query';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import { createColumnHelper, DataTable, TableSkeleton } from '~/components/table/data-table';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import type { FailedSignInList } from '~/contract/account';
import { ownQuery } from '~/data/own-call';
import { formatDateTime } from '~/lib/format';

const FAILED_SIGN_INS = ownQuery('account.failedSignIns', {});

const helper = createColumnHelper<FailedSignInList[number]>();

const COLUMNS = helper.columns([
  helper.accessor('hour', {
    header: 'Hour',
    cell: ({ row }) => formatDateTime(row.original.hour),
  }),
  helper.accessor('address', {
    header: 'Address',
    cell: ({ row }) => row.original.address,
  }),
  helper.accessor('attempts', {
    header: 'Attempts',
    cell: ({ row }) => row.original.attempts,
  }),
]);

const TEXTS: ListTexts = {
  loading: 'Loading failed sign-ins...',
  error: () => 'Error loading failed sign-ins.',
  empty: { title: 'No failed sign-ins in the last 90 days.' },
};

/** Who tried to sign in with one's own e-mail and another password: by hour and network address. */
export function FailedSignInsCard() {
  const failures = useQuery(FAILED_SIGN_INS);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Failed sign-ins</CardTitle>
      </CardHeader>
      <CardContent holdsTable>
        <ListQuery
          query={failures}
          queryKey={FAILED_SIGN_INS.queryKey}
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
