import { useMutation } from '@tanstack/react-query';
import { Button } from '~/components/ui/button';
import { changeOwn } from '~/data/own-call';
import { askProvider } from '~/data/session/provider-round-trip';
import { detailOrMessage } from '~/lib/app-error';
import { providerName } from '~/lib/provider-name';
import { t } from '~/lib/texts';

interface AcceptByProviderProps {
  token: string;
  onAccepted: () => void;
}

/** Accepts an administrator's invitation by signing in with the provider, where one is configured, in place of a password. */
export function AcceptByProvider({ token, onAccepted }: AcceptByProviderProps) {
  const name = providerName();
  const accept = useMutation({
    mutationFn: async () => {
      const provider = await askProvider((browser) =>
        changeOwn('acceptance.start', { body: { token, browser } }),
      );
      await changeOwn('acceptance.accept', { body: { token, provider } });
    },
    onSuccess: onAccepted,
  });
  if (name === null) return null;
  return (
    <div className="mt-4 grid gap-3">
      <Button variant="secondary" onClick={() => accept.mutate()}>
        {t`Accept with ${name}`}
      </Button>
      {accept.error && (
        <p role="alert" className="wrap-anywhere text-danger">
          {detailOrMessage(accept.error)}
        </p>
      )}
    </div>
  );
}
