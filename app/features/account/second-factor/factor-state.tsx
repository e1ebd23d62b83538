import { useState } from 'react';
import { LazyConfirmDialog } from '~/components/feedback/lazy-confirm-dialog';
import { toast } from '~/components/feedback/toast';
import { Button } from '~/components/ui/button';
import type { Factors, TotpSetup } from '~/contract/factors';
import { hasPassword } from '~/data/session/session-store';
import { useOwnChange } from '~/data/use-own-change';
import { detailOrMessage } from '~/lib/app-error';
import { firstPress } from '~/lib/first-press';
import { formatDate } from '~/lib/format';
import { t } from '~/lib/texts';

interface FactorStateProps {
  factors: Factors;
  onStarted: (setup: TotpSetup) => void;
  onCodes: (codes: string[] | null) => void;
}

function onError(error: unknown): void {
  toast.error(detailOrMessage(error));
}

/** The authenticator app and the recovery codes that there are, and what can be done about them. */
export function FactorState({ factors, onStarted, onCodes }: FactorStateProps) {
  const [removing, setRemoving] = useState(false);
  const start = useOwnChange('factors.startTotp', { onError });
  const renew = useOwnChange('factors.renewRecoveryCodes', { onError });
  const remove = useOwnChange('factors.removeTotp', { onError });
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
          onClick={firstPress(() => {
            if (!isBusy) start.mutate({}, { onSuccess: onStarted });
          })}
        >
          {totp ? t`Set Up Another App` : t`Set Up Authenticator App`}
        </Button>
        {hasFactor && (
          <Button
            variant="secondary"
            aria-disabled={isBusy}
            onClick={firstPress(() => {
              if (!isBusy)
                renew.mutate({}, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes) });
            })}
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
      <LazyConfirmDialog
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
