import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '~/components/feedback/toast';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { Button } from '~/components/ui/button';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { ownChange, ownQuery } from '~/data/own-call';
import { detailOr } from '~/lib/app-error';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';
import { SESSION_COLUMNS } from './session-columns';

const SESSIONS = ownQuery('account.sessions', {});

const TEXTS: ListTexts = {
  loading: 'Loading sessions...',
  error: () => 'Error loading sessions.',
  empty: { title: 'No sessions found.' },
};

/** Where one is signed in, with "Sign out" for one session and for all others. */
export function SessionsCard() {
  const sessions = useQuery(SESSIONS);
  const endOthers = useSingleFlightMutation({
    ...ownChange(useQueryClient(), 'account.endOtherSessions'),
    onSuccess: () => toast.success('All other sessions signed out'),
    onError: (error) => toast.error(detailOr(error, 'Failed to sign out the other sessions')),
  });
  const hasOthers = sessions.data?.some(({ is_current }) => !is_current) ?? false;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Sessions</CardTitle>
        {hasOthers && (
          <Button
            variant="danger"
            size="sm"
            aria-disabled={endOthers.isPending}
            onClick={() => {
              if (!endOthers.isPending) endOthers.mutate({});
            }}
          >
            Sign out all others
          </Button>
        )}
      </CardHeader>
      <CardContent holdsTable>
        <ListQuery
          query={sessions}
          queryKey={SESSIONS.queryKey}
          texts={TEXTS}
          count={(loaded) => loaded.length}
          skeleton={<TableSkeleton columns={SESSION_COLUMNS.length} />}
        >
          {({ data, busy, empty }) => (
            <DataTable
              caption="Sessions"
              columns={SESSION_COLUMNS}
              data={data}
              busy={busy}
              empty={empty}
              focusable={!hasOthers}
            />
          )}
        </ListQuery>
      </CardContent>
    </Card>
  );
}
