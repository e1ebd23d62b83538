import { useState } from 'react';
import { QueryContent } from '~/components/feedback/query-content';
import { Skeleton } from '~/components/ui/skeleton';
import type { TotpSetup } from '~/contract/factors';
import { ownQuery } from '~/data/own-call';
import { apiKind } from '~/lib/api-kind';
import { t } from '~/lib/texts';
import { FactorCard, type FactorContentProps } from './factor-card';
import { FactorState } from './factor-state';
import { Passkeys } from './passkeys';
import { SetUpApp } from './set-up-app';

/** One's own second factors (docs/behaviour.md, "Accounts"): app and passkeys, and the recovery codes of both. */
export function SecondFactorCard({ onSetUp }: { onSetUp?: () => void }) {
  return <FactorCard title={t`Second Factor`} onSetUp={onSetUp} content={Factors} />;
}

function Factors(props: FactorContentProps) {
  return (
    <>
      <AuthenticatorApp {...props} />
      {apiKind().hasPasskeys && <Passkeys {...props} />}
    </>
  );
}

function AuthenticatorApp({ onDone, takeFocus }: FactorContentProps) {
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  function endSetup(then: () => void) {
    setSetup(null);
    then();
  }
  if (setup) {
    return (
      <SetUpApp
        setup={setup}
        onCancel={() => endSetup(takeFocus)}
        onConfirmed={(codes) => endSetup(() => onDone(codes))}
      />
    );
  }
  return (
    <QueryContent
      query={ownQuery('factors.get', {})}
      loading={t`Loading your second factor...`}
      error={t`Error loading your second factor.`}
      skeleton={<Skeleton className="h-24 rounded-lg" />}
    >
      {(factors) => <FactorState factors={factors} onStarted={setSetup} onCodes={onDone} />}
    </QueryContent>
  );
}
