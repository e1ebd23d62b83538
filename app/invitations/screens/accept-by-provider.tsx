import { useMutation } from '@tanstack/react-query';
import { Button } from '~/kit/ui/button';
import { changeEmbedded } from '~/rpc/queries';
import { askProvider } from '~/accounts/provider-round-trip';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';

interface AcceptByProviderProps {
  /** Name of the provider. */
  name: string;
  token: string;
  onAccepted: () => void;
}

/** Accepts an administrator's invitation by signing in at the provider instead of choosing a password. */
export function AcceptByProvider({ name, token, onAccepted }: AcceptByProviderProps) {
  const accept = useMutation({
    mutationFn: async () => {
      const provider = await askProvider((browser) =>
        changeEmbedded('acceptance.start', { body: { token, browser } }),
      );
      await changeEmbedded('acceptance.accept', { body: { token, provider } });
    },
    onSuccess: onAccepted,
  });
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
