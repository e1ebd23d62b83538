import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { PageHeader } from '~/components/layout/page-header';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import type { SelectColumn } from '~/components/table/body-row';
import { useSetSearch } from '~/components/list/use-set-search';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { RowLinks } from '~/components/table/row-links';
import { buttonVariants } from '~/components/ui/button';
import type { Invitation } from '~/contract/invitation-reading';
import { invitationSearch, type InvitationQuery } from '~/data/invitations/invitation-search';
import { invitationQueries } from '~/data/invitations/invitations.queries';
import { DeleteInvitation } from './delete-invitation';
import { invitationColumns } from './invitation-columns';
import { InvitationBatch } from './invitation-batch';
import { InvitationsToolbar } from './invitations-toolbar';
import { shownInvitations } from '~/data/invitations/shown-invitations';
import { msg, t } from '~/lib/texts';
import { usePainted } from '~/lib/use-painted';

const COLUMN_COUNT = 6;

const TEXTS: ListTexts = {
  noun: ['invitation', 'invitations'],
  loading: msg`Loading invitations...`,
  error: () => t`Error loading invitations.`,
  empty: { title: msg`No pending invitations found.` },
  noMatch: {
    title: msg`No invitations match`,
    description: msg`No invitations match your search and state.`,
  },
};

interface PendingInvitationsPageProps {
  query?: InvitationQuery;
  /** The button of the list's export. */
  exporting?: ReactNode;
}

/** Pending Invitations (docs/behaviour.md, "Invitations"). Search and state are in the URL. */
export function PendingInvitationsPage({
  query = invitationSearch.defaults,
  exporting,
}: PendingInvitationsPageProps) {
  const setSearch = useSetSearch<InvitationQuery>();
  return (
    <>
      <PageHeader
        title={t`Pending Invitations`}
        actions={
          <>
            {exporting}
            <Link
              to="/users/invite"
              data-key="c"
              className={buttonVariants({ variant: 'primary' })}
            >
              {t`Invite User`}
            </Link>
          </>
        }
      />
      <InvitationsToolbar query={query} onChange={setSearch} />
      <InvitationsList query={query} />
    </>
  );
}

function InvitationsList({ query }: { query: InvitationQuery }) {
  const invitations = useQuery(invitationQueries.pending());
  const [now] = useState(() => new Date());
  const { data: all } = invitations;
  const shown = useMemo(() => shownInvitations(all ?? [], query, now), [all, query, now]);
  const filtered = query.search !== '' || query.state !== '';
  const [deleting, setDeleting] = useState<Invitation | null>(null);
  const columns = useMemo(() => invitationColumns(setDeleting), []);
  const [select, setSelect] = useState<SelectColumn<Invitation>>();
  const painted = usePainted();
  return (
    <>
      {painted && all && (
        <InvitationBatch invitations={shown} complete={!filtered} onReady={setSelect} />
      )}
      <ListQuery
        query={invitations}
        queryKey={invitationQueries.pending().queryKey}
        texts={TEXTS}
        filtered={filtered}
        count={() => shown.length}
        total={all?.length ?? null}
        skeleton={<TableSkeleton columns={COLUMN_COUNT} />}
      >
        {({ busy, empty }) => (
          <>
            <RowLinks>
              <DataTable
                caption={t`Pending invitations`}
                columns={columns}
                data={shown}
                select={select}
                busy={busy}
                empty={empty}
              />
            </RowLinks>
            <DeleteInvitation invitation={deleting} onDone={() => setDeleting(null)} />
          </>
        )}
      </ListQuery>
    </>
  );
}
