import { QueryContent } from '~/components/feedback/query-content';
import { ShortcutSwitch } from '~/components/keys/shortcut-switch';
import { PageHeader } from '~/components/layout/page-header';
import { TitledCard } from '~/components/ui/card';
import { Skeleton } from '~/components/ui/skeleton';
import { ownQuery } from '~/data/own-call';
import { apiKind } from '~/lib/api-kind';
import { ApiTokensCard } from './api-tokens-card';
import { ChangePasswordForm } from './change-password-form';
import { FailedSignInsCard } from './failed-sign-ins-card';
import { NameForm } from './name-form';
import { PasskeysCard } from './second-factor/passkeys-card';
import { SecondFactorCard } from './second-factor/second-factor-card';
import { SessionsCard } from './sessions-card';

/** Account (docs/behaviour.md, "Accounts"): one's own name, password, second factor, sessions and keyboard. */
export function AccountPage() {
  return (
    <>
      <PageHeader title="Account" />
      <QueryContent
        query={ownQuery('account.get', {})}
        loading="Loading account..."
        error="Error loading account."
        skeleton={<Skeleton className="h-72 rounded-lg" />}
      >
        {(account) => (
          <div className="grid gap-6 xl:grid-cols-2">
            <TitledCard title="Your Name">
              <NameForm account={account} />
            </TitledCard>
            <TitledCard title="Change Password">
              <ChangePasswordForm email={account.email} />
            </TitledCard>
          </div>
        )}
      </QueryContent>
      <SecondFactorCard />
      {apiKind().hasPasskeys && <PasskeysCard />}
      <SessionsCard />
      <ApiTokensCard />
      <FailedSignInsCard />
      <TitledCard title="Keyboard">
        <ShortcutSwitch />
      </TitledCard>
    </>
  );
}
