import { Button, firstPress } from '~/kit/ui/button';
import { download } from '~/kit/ui/download';
import { t } from '~/language/texts';
import { ShownOnce } from '~/accounts/screens/shown-once';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '~/kit/feedback/confirm-dialog';
import { QueryContent } from '~/kit/feedback/query-state';
import { toast } from '~/kit/feedback/toast';
import { TitledCard, PageHeader } from '~/kit/ui/card';
import { Skeleton } from '~/kit/ui/skeleton';
import type { Factors, TotpSetup } from '~/accounts/factors';
import { embeddedQuery } from '~/rpc/queries';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { hasPassword, setupRequired } from '~/rpc/session-store';
import { apiKind } from '~/rpc/api-kind';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { formatDate } from '~/language/format';
import { Passkeys } from './passkeys';
import { SetUpApp } from './set-up-app';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

const FILE_NAME = 'condo-admin-recovery-codes.txt';

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <ShownOnce
      title={t`Your Recovery Codes`}
      text={text}
      toasts={{
        copied: t`Recovery codes copied`,
        failed: t`The codes could not be copied. Download them, or select the text.`,
      }}
      actions={
        <Button
          variant="secondary"
          onClick={() => download(new Blob([text], { type: 'text/plain' }), FILE_NAME)}
        >
          {t`Download`}
        </Button>
      }
      doneLabel={t`I Have Saved These Codes`}
      onDone={onDone}
    >
      <p>
        {t`Each of these codes signs you in once, in place of the authenticator app or a passkey. Store them where you can reach them without your devices. They won't be shown again.`}
      </p>
      <ul
        translate="no"
        className="grid gap-1 font-mono text-sm sm:grid-cols-2"
        aria-label={t`Recovery codes`}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </ShownOnce>
  );
}

/**
 * The account's second factors (docs/behaviour/second-factor.md): app and passkeys. New recovery codes
 * replace the card's content until they were seen.
 * @param onSetUp called when a factor is in use and its recovery codes were seen
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
                query={embeddedQuery('factors.get', {})}
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

interface FactorStateProps {
  factors: Factors;
  onStarted: (setup: TotpSetup) => void;
  onCodes: (codes: string[] | null) => void;
}

function onError(error: unknown): void {
  toast.error(detailOrMessage(error));
}

/** The authenticator app and the recovery codes of the account, with their buttons. */
function FactorState({ factors, onStarted, onCodes }: FactorStateProps) {
  const [removing, setRemoving] = useState(false);
  const start = useEmbeddedChange('factors.startTotp', { onError });
  const renew = useEmbeddedChange('factors.renewRecoveryCodes', { onError });
  const remove = useEmbeddedChange('factors.removeTotp', { onError });
  const isBusy = start.isPending || renew.isPending;
  const { totp, recovery_codes_left, passkeys } = factors;
  const hasFactor = totp !== null || passkeys.length > 0;
  return (
    <div className="grid gap-4">
      {hasFactor ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          <dt className="text-muted">{t`Authenticator app`}</dt>
          <dd>{totp ? t`Added ${formatDate(totp.added_at)}` : t`None`}</dd>
          <dt className="text-muted">{t`Recovery codes`}</dt>
          <dd>{t`${recovery_codes_left} left`}</dd>
        </dl>
      ) : (
        hasPassword() && (
          <p>
            {t`Only your password protects this account. Add an authenticator app to be asked for a code as well.`}
          </p>
        )
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={totp ? 'secondary' : 'primary'}
          aria-disabled={isBusy}
          onClick={firstPress(() => start.mutate({}, { onSuccess: onStarted }))}
        >
          {totp ? t`Set Up Another App` : t`Set Up Authenticator App`}
        </Button>
        {hasFactor && (
          <Button
            variant="secondary"
            aria-disabled={isBusy}
            onClick={firstPress(() =>
              renew.mutate({}, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes) }),
            )}
          >
            {t`New Recovery Codes`}
          </Button>
        )}
        {totp && (
          <Button variant="danger" onClick={() => setRemoving(true)}>
            {t`Remove Authenticator App`}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={removing}
        title={t`Remove Authenticator App`}
        description={t`Are you sure you want to remove the authenticator app? Codes of the app no longer work.`}
        confirmLabel={t`Remove`}
        busy={remove.isPending}
        onCancel={() => setRemoving(false)}
        onConfirm={() =>
          remove.mutate(
            {},
            {
              onSuccess: () => toast.success(t`Authenticator app removed`),
              onSettled: () => setRemoving(false),
            },
          )
        }
      />
    </div>
  );
}

/** Replaces every screen while an administrator has to set up a second factor. */
export function RequiredSetup() {
  const router = useRouter();
  const client = useQueryClient();
  async function proceed() {
    setupRequired.set(false);
    await client.resetQueries();
    await router.invalidate();
  }
  return (
    <>
      <PageHeader
        title={t`Set Up a Second Factor`}
        description={t`Every administrator needs one here. Set it up to continue.`}
      />
      <SecondFactorCard onSetUp={() => void proceed()} />
    </>
  );
}
