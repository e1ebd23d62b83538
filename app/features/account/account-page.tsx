import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '~/components/feedback/error-state';
import { LoadingState } from '~/components/feedback/query-state';
import { ShortcutSwitch } from '~/components/keys/shortcut-switch';
import { PageHeader } from '~/components/layout/page-header';
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card';
import { Skeleton } from '~/components/ui/skeleton';
import { ownQuery } from '~/data/own-call';
import { NO_CAPABILITIES } from '~/data/capabilities/capabilities';
import { capabilityQueries } from '~/data/capabilities/capabilities.queries';
import { ChangePasswordForm } from './change-password-form';
import { FailedSignInsCard } from './failed-sign-ins-card';
import { NameForm } from './name-form';
import { PasskeysCard } from './second-factor/passkeys-card';
import { SecondFactorCard } from './second-factor/second-factor-card';
import { SessionsCard } from './sessions-card';

const ACCOUNT = ownQuery('account.get', {});

/** Account (docs/behaviour.md, "Accounts"): one's own name, password, second factor, sessions and keyboard. */
export function AccountPage() {
  const { data: can = NO_CAPABILITIES } = useQuery(capabilityQueries.current());
  return (
    <>
      <PageHeader title="Account" />
      <AccountForms />
      {can.secondFactor && <SecondFactorCard />}
      {can.passkeys && <PasskeysCard />}
      <SessionsCard />
      <FailedSignInsCard />
      <Card>
        <CardHeader>
          <CardTitle>Keyboard</CardTitle>
        </CardHeader>
        <CardContent>
          <ShortcutSwitch />
        </CardContent>
      </Card>
    </>
  );
}

function AccountForms() {
  const account = useQuery(ACCOUNT);
  if (account.data) {
    return (
      <div className="grid gap-6 xl:grid-cols-2">
        <Card>
          <CardHeader>
            <CardTitle>Your Name</CardTitle>
          </CardHeader>
          <CardContent>
            <NameForm account={account.data} />
          </CardContent>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Change Password</CardTitle>
          </CardHeader>
          <CardContent>
            <ChangePasswordForm email={account.data.email} />
          </CardContent>
        </Card>
      </div>
    );
  }
  if (account.isError) {
    return <ErrorState text="Error loading account." onRetry={() => void account.refetch()} />;
  }
  return (
    <LoadingState text="Loading account..." queryKey={ACCOUNT.queryKey}>
      <Skeleton className="h-72 rounded-lg" />
    </LoadingState>
  );
}
