import { QueryContent } from '~/components/feedback/query-content';
import { PageHeader } from '~/components/layout/page-header';
import { QueryTable } from '~/components/list/query-table';
import { TitledCard } from '~/components/ui/card';
import { Fact } from '~/components/ui/fact';
import { Skeleton } from '~/components/ui/skeleton';
import { ownQuery } from '~/data/own-call';
import { formatNumber } from '~/lib/format';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';
import { ADMINISTRATOR_COLUMNS } from './administrator-columns';
import { INVITATION_COLUMNS } from './invitation-columns';
import { InviteAdministratorForm } from './invite-administrator-form';

/** Administrators (docs/behaviour.md, "Accounts"). */
export function AdministratorsPage() {
  useLanguage();
  return (
    <>
      <PageHeader title={t`Administrators`} />
      <QueryTable
        query={ownQuery('administrators.list', {})}
        things={t`administrators`}
        empty={t`No administrators found.`}
        caption={t`Administrators`}
        columns={ADMINISTRATOR_COLUMNS}
        size="narrow"
      />
      <TitledCard title={t`Invite Administrator`}>
        <InviteAdministratorForm />
      </TitledCard>
      <TitledCard title={t`Invited Administrators`}>
        <QueryTable
          query={ownQuery('administrators.invitations', {})}
          things={t`invitations`}
          empty={t`No pending invitations found.`}
          caption={t`Invited administrators`}
          columns={INVITATION_COLUMNS}
          size="narrow"
        />
      </TitledCard>
      <FailedSignInsCard />
    </>
  );
}

/** How many sign-ins failed; each account's own are on its page (docs/behaviour.md, "Accounts"). */
function FailedSignInsCard() {
  return (
    <TitledCard title={t`Failed sign-ins`}>
      <QueryContent
        query={ownQuery('administrators.failedSignIns', {})}
        loading={t`Loading failed sign-ins...`}
        error={t`Error loading failed sign-ins.`}
        skeleton={<Skeleton className="h-12" />}
      >
        {({ last_24_hours, last_90_days, without_account }) => (
          <dl className="flex flex-wrap gap-x-8 gap-y-4">
            <Fact label={t`Last 24 hours`}>{formatNumber(last_24_hours)}</Fact>
            <Fact label={t`Last 90 days`}>{formatNumber(last_90_days)}</Fact>
            <Fact label={t`For unknown addresses`}>{formatNumber(without_account)}</Fact>
          </dl>
        )}
      </QueryContent>
    </TitledCard>
  );
}
