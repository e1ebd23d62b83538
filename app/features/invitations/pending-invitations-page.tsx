import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState, ErrorState, LoadingState } from '~/components/feedback/query-state';
import { PageHeader } from '~/components/layout/page-header';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { buttonVariants } from '~/components/ui/button';
import { invitationQueries } from '~/data/invitations/invitations.queries';
import { INVITATION_COLUMNS } from './invitation-columns';

const COLUMN_COUNT = 6;

/** Pending Invitations (docs/behaviour.md, "Invitations"). */
export function PendingInvitationsPage() {
  return (
    <>
      <PageHeader
        title="Pending Invitations"
        actions={
          <Link to="/users/invite" className={buttonVariants({ variant: 'primary' })}>
            Invite User
          </Link>
        }
      />
      <InvitationsList />
    </>
  );
}

function InvitationsList() {
  const invitations = useQuery(invitationQueries.pending());
  if (!invitations.data) {
    return invitations.isError ? (
      <ErrorState text="Error loading invitations." onRetry={() => void invitations.refetch()} />
    ) : (
      <LoadingState text="Loading invitations...">
        <TableSkeleton columns={COLUMN_COUNT} />
      </LoadingState>
    );
  }
  return (
    <DataTable
      caption="Pending invitations"
      columns={INVITATION_COLUMNS}
      data={invitations.data}
      empty={<EmptyState title="No pending invitations found." />}
    />
  );
}
