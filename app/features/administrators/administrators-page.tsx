import { useMemo, useState } from 'react';
import { PageHeader } from '~/components/layout/page-header';
import { QueryTable } from '~/components/list/query-table';
import { TitledCard } from '~/components/ui/card';
import type { Administrator } from '~/contract/administrator';
import { ownQuery } from '~/data/own-call';
import { administratorColumns } from './administrator-columns';
import { FailedSignInsCard } from './failed-sign-ins-card';
import { INVITATION_COLUMNS } from './invitation-columns';
import { InviteAdministratorForm } from './invite-administrator-form';
import { WithdrawRights } from './withdraw-rights';

/** Administrators (docs/behaviour.md, "Accounts"). */
export function AdministratorsPage() {
  return (
    <>
      <PageHeader title="Administrators" />
      <AdministratorsList />
      <TitledCard title="Invite Administrator">
        <InviteAdministratorForm />
      </TitledCard>
      <TitledCard title="Invited Administrators" holdsTable>
        <QueryTable
          query={ownQuery('administrators.invitations', {})}
          things="invitations"
          empty="No pending invitations found."
          caption="Invited administrators"
          columns={INVITATION_COLUMNS}
          size="narrow"
        />
      </TitledCard>
      <FailedSignInsCard />
    </>
  );
}

function AdministratorsList() {
  const [withdrawing, setWithdrawing] = useState<Administrator | null>(null);
  const columns = useMemo(() => administratorColumns(setWithdrawing), []);
  return (
    <>
      <QueryTable
        query={ownQuery('administrators.list', {})}
        things="administrators"
        empty="No administrators found."
        caption="Administrators"
        columns={columns}
        size="narrow"
      />
      <WithdrawRights administrator={withdrawing} onDone={() => setWithdrawing(null)} />
    </>
  );
}
