import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PageHeader } from '~/components/layout/page-header';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import type { Administrator } from '~/contract/administrator';
import { ownQuery } from '~/data/own-call';
import { administratorColumns } from './administrator-columns';
import { FailedSignInsCard } from './failed-sign-ins-card';
import { INVITATION_COLUMNS } from './invitation-columns';
import { InviteAdministratorForm } from './invite-administrator-form';
import { WithdrawRights } from './withdraw-rights';

const ADMINISTRATORS = ownQuery('administrators.list', {});
const INVITATIONS = ownQuery('administrators.invitations', {});

const LIST_TEXTS: ListTexts = {
  loading: 'Loading administrators...',
  error: () => 'Error loading administrators.',
  empty: { title: 'No administrators found.' },
};

const INVITATION_TEXTS: ListTexts = {
  loading: 'Loading invitations...',
  error: () => 'Error loading invitations.',
  empty: { title: 'No pending invitations found.' },
};

/** Administrators (docs/behaviour.md, "Accounts"). */
export function AdministratorsPage() {
  return (
    <>
      <PageHeader title="Administrators" />
      <AdministratorsList />
      <Card>
        <CardHeader>
          <CardTitle>Invite Administrator</CardTitle>
        </CardHeader>
        <CardContent>
          <InviteAdministratorForm />
        </CardContent>
      </Card>
      <InvitationsCard />
      <FailedSignInsCard />
    </>
  );
}

function AdministratorsList() {
  const administrators = useQuery(ADMINISTRATORS);
  const [withdrawing, setWithdrawing] = useState<Administrator | null>(null);
  const columns = useMemo(() => administratorColumns(setWithdrawing), []);
  return (
    <>
      <ListQuery
        query={administrators}
        queryKey={ADMINISTRATORS.queryKey}
        texts={LIST_TEXTS}
        count={(loaded) => loaded.length}
        skeleton={<TableSkeleton columns={columns.length} />}
      >
        {({ data, busy, empty }) => (
          <DataTable
            size="narrow"
            caption="Administrators"
            columns={columns}
            data={data}
            busy={busy}
            empty={empty}
          />
        )}
      </ListQuery>
      <WithdrawRights administrator={withdrawing} onDone={() => setWithdrawing(null)} />
    </>
  );
}

function InvitationsCard() {
  const invitations = useQuery(INVITATIONS);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Invited Administrators</CardTitle>
      </CardHeader>
      <CardContent holdsTable>
        <ListQuery
          query={invitations}
          queryKey={INVITATIONS.queryKey}
          texts={INVITATION_TEXTS}
          count={(loaded) => loaded.length}
          skeleton={<TableSkeleton columns={INVITATION_COLUMNS.length} />}
        >
          {({ data, busy, empty }) =>
            data.length === 0 ? (
              empty
            ) : (
              <DataTable
                caption="Invited administrators"
                columns={INVITATION_COLUMNS}
                data={data}
                busy={busy}
                size="narrow"
              />
            )
          }
        </ListQuery>
      </CardContent>
    </Card>
  );
}
