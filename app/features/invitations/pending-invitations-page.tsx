import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { PageHeader } from '~/components/layout/page-header';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import type { SelectColumn } from '~/components/table/body-row';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { buttonVariants } from '~/components/ui/button';
import type { Invitation } from '~/contract/invitation-reading';
import { invitationQueries } from '~/data/invitations/invitations.queries';
import { DeleteInvitation } from './delete-invitation';
import { invitationColumns } from './invitation-columns';

const batch = lazyModule(() => import('./invitation-batch'));

const COLUMN_COUNT = 6;

const TEXTS: ListTexts = {
  noun: ['invitation', 'invitations'],
  loading: 'Loading invitations...',
  error: () => 'Error loading invitations.',
  empty: { title: 'No pending invitations found.' },
};

interface PendingInvitationsPageProps {
  /** The button of the list's export. */
  exporting?: ReactNode;
}

/** Pending Invitations (docs/behaviour.md, "Invitations"). */
export function PendingInvitationsPage({ exporting }: PendingInvitationsPageProps) {
  return (
    <>
      <PageHeader
        title="Pending Invitations"
        actions={
          <>
            {exporting}
            <Link to="/users/invite" className={buttonVariants({ variant: 'primary' })}>
              Invite User
            </Link>
          </>
        }
      />
      <InvitationsList />
    </>
  );
}

function InvitationsList() {
  const invitations = useQuery(invitationQueries.pending());
  const [deleting, setDeleting] = useState<Invitation | null>(null);
  const columns = useMemo(() => invitationColumns(setDeleting), []);
  const [select, setSelect] = useState<SelectColumn<Invitation>>();
  const InvitationBatch = useLazyModule(batch, invitations.isSuccess).module?.InvitationBatch;
  return (
    <>
      {InvitationBatch && invitations.data && (
        <InvitationBatch invitations={invitations.data} complete onReady={setSelect} />
      )}
      <ListQuery
        query={invitations}
        queryKey={invitationQueries.pending().queryKey}
        texts={TEXTS}
        count={(loaded) => loaded.length}
        skeleton={<TableSkeleton columns={COLUMN_COUNT} />}
      >
        {({ data, busy, empty }) => (
          <>
            <DataTable
              caption="Pending invitations"
              columns={columns}
              data={data}
              select={select}
              busy={busy}
              empty={empty}
            />
            <DeleteInvitation invitation={deleting} onDone={() => setDeleting(null)} />
          </>
        )}
      </ListQuery>
    </>
  );
}
