import { useRef, useState } from 'react';
import { QueryContent } from '~/components/feedback/query-content';
import { TitledCard } from '~/components/ui/card';
import { Skeleton } from '~/components/ui/skeleton';
import type { TotpSetup } from '~/contract/factors';
import { ownQuery } from '~/data/own-call';
import { apiKind } from '~/lib/api-kind';
import { t } from '~/lib/texts';
import { FactorState } from './factor-state';
import { Passkeys } from './passkeys';
import { RecoveryCodes } from './recovery-codes';
import { SetUpApp } from './set-up-app';

/**
 * One's own second factors (docs/behaviour.md, "Accounts"): app and passkeys, and in their place new recovery codes.
 * @param onSetUp a factor is in use and its recovery codes were seen
 */
export function SecondFactorCard({ onSetUp }: { onSetUp?: () => void }) {
  const [shownCodes, setShownCodes] = useState<string[] | null>(null);
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const region = useRef<HTMLDivElement>(null);

  function onDone(codes: string[] | null) {
    setShownCodes(codes);
    if (codes) {
      setSetup(null);
      return;
    }
    region.current?.focus();
    onSetUp?.();
  }

  return (
    <TitledCard title={t`Second Factor`}>
      <div ref={region} tabIndex={-1} className="grid gap-5 focus:outline-none">
        {shownCodes ? (
          <RecoveryCodes codes={shownCodes} onDone={() => onDone(null)} />
        ) : (
          <>
            {setup ? (
              <SetUpApp
                setup={setup}
                onCancel={() => {
                  setSetup(null);
                  region.current?.focus();
                }}
                onConfirmed={(codes) => {
                  setSetup(null);
                  onDone(codes);
                }}
              />
            ) : (
              <QueryContent
                query={ownQuery('factors.get', {})}
                loading={t`Loading your second factor...`}
                error={t`Error loading your second factor.`}
                skeleton={<Skeleton className="h-24 rounded-lg" />}
              >
                {(factors) => (
                  <FactorState factors={factors} onStarted={setSetup} onCodes={onDone} />
                )}
              </QueryContent>
            )}
            {apiKind().hasPasskeys && <Passkeys onDone={onDone} />}
          </>
        )}
      </div>
    </TitledCard>
  );
}
