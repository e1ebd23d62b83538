import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '~/components/feedback/toast';
import { QueryTable } from '~/components/list/query-table';
import { Button } from '~/components/ui/button';
import { TitledCard } from '~/components/ui/card';
import { ownChange, ownQuery } from '~/data/own-call';
import { detailOr } from '~/lib/app-error';
import { useSingleFlightMutation } from '~/lib/use-single-flight-mutation';
import { SESSION_COLUMNS } from './session-columns';

const SESSIONS = ownQuery('account.sessions', {});

/** Where one is signed in, with "Sign out" for one session and for all others. */
export function SessionsCard() {
  const { data: sessions = [] } = useQuery(SESSIONS);
  const endOthers = useSingleFlightMutation({
    ...ownChange(useQueryClient(), 'account.endOtherSessions'),
    onSuccess: () => toast.success('All other sessions signed out'),
    onError: (error) => toast.error(detailOr(error, 'Failed to sign out the other sessions')),
  });
  const hasOthers = sessions.some(({ is_current }) => !is_current);
  return (
    <TitledCard
      title="Sessions"
      holdsTable
      actions={
        hasOthers && (
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
        )
      }
    >
      <QueryTable
        query={SESSIONS}
        things="sessions"
        empty="No sessions found."
        caption="Sessions"
        columns={SESSION_COLUMNS}
        focusable={!hasOthers}
      />
    </TitledCard>
  );
}
