import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { QueryContent } from '~/components/feedback/query-content';
import { ShortcutSwitch } from '~/components/keys/shortcut-switch';
import { PageHeader } from '~/components/layout/page-header';
import { TitledCard } from '~/components/ui/card';
import { Skeleton } from '~/components/ui/skeleton';
import { ownQuery } from '~/data/own-call';
import { hasPassword } from '~/data/session/session-store';
import { t } from '~/lib/texts';
import { useLanguage } from '~/lib/use-language';
import { ApiTokensCard } from './api-tokens-card';
import { ChangePasswordForm } from './change-password-form';
import { FailedSignInsCard } from './failed-sign-ins-card';
import { NameForm } from './name-form';
import { SecondFactorCard } from './second-factor/second-factor-card';
import { SessionsCard } from './sessions-card';

/** Account (docs/behaviour.md, "Accounts"): one's own profile, and what secures the account. */
export function AccountPage() {
  useLanguage();
  const own = ownQuery('account.get', {});
  const { data: account, isError } = useQuery(own);
  // The document's script says it (components/layout/provider-sign-in.ts). A file that reads it would be named by the first download.
  const provider = document.documentElement.dataset.provider ?? null;
  return (
    <>
      <PageHeader title={t`Account`} />
      <Group title={t`Profile`}>
        <div className="grid gap-6 *:min-w-0 xl:grid-cols-2">
          <QueryContent
            query={own}
            loading={t`Loading account...`}
            error={t`Error loading account.`}
            skeleton={<Skeleton className="h-72 rounded-lg" />}
          >
            {(loaded) => (
              <TitledCard title={t`Your Name`}>
                <NameForm account={loaded} />
              </TitledCard>
            )}
          </QueryContent>
          <TitledCard title={t`Keyboard`}>
            <ShortcutSwitch />
          </TitledCard>
        </div>
      </Group>
      <Group title={t`Security`}>
        {account && hasPassword() && (
          <TitledCard title={t`Change Password`} contentClassName="max-w-xl">
            <ChangePasswordForm email={account.email} />
          </TitledCard>
        )}
        {!account && !isError && hasPassword() && <Skeleton className="h-80 rounded-lg" />}
        <SecondFactorCard />
        {provider !== null && <Identities name={provider} />}
        <SessionsCard />
        <ApiTokensCard />
        <FailedSignInsCard />
      </Group>
    </>
  );
}

const identitiesCard = lazyModule(() => import('./identities-card'));

/** A file of its own, so that without a provider no page names it. */
function Identities({ name }: { name: string }) {
  const { module } = useLazyModule(identitiesCard, true);
  return module && <module.IdentitiesCard name={name} />;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6 *:min-w-0">
      <h2 id={id} className="-mb-2 text-lg font-semibold text-muted">
        {title}
      </h2>
      {children}
    </section>
  );
}
