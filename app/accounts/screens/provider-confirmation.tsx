import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '~/kit/ui/button';
import { Input, Label } from '~/kit/ui/input';
import type { ProviderCode, ProviderSignIn } from '~/accounts/provider';
import { changeEmbedded } from '~/rpc/queries';
import { askProvider } from '~/accounts/provider-round-trip';
import { detailOrMessage, isNotFound } from '~/rpc/errors/app-error';
import { t, translate } from '~/language/texts';
import { toFactorRequest, type FactorRequest } from './sign-in';

interface ProviderConfirmationProps {
  name: string;
  /** Called with true after the provider's confirmation, with false when the dialog is cancelled. */
  onDone: (confirmed: boolean) => void;
}

/** The provider confirms the user instead of the password. A second factor is requested afterwards. */
export function ProviderConfirmation({ name, onDone }: ProviderConfirmationProps) {
  /**
   * The API's request for a second factor; null without one, and again after the provider's answer has
   * expired.
   */
  const [request, setRequest] = useState<FactorRequest | null>(null);
  const confirm = useMutation({
    mutationFn: async ({ usesPasskey, ...sent }: ProviderSignIn & { usesPasskey?: boolean }) => {
      const body = usesPasskey ? await signed(sent) : sent;
      return changeEmbedded('confirmation.confirm', { body });
    },
    onSuccess: () => onDone(true),
    onError: (error) =>
      setRequest((current) =>
        isNotFound(error) ? null : (current ?? toFactorRequest(error) ?? null),
      ),
  });
  const ask = useMutation({
    mutationFn: () =>
      askProvider((browser) => changeEmbedded('confirmation.start', { body: { browser } })),
    onSuccess: (code) => confirm.mutate(code),
  });
  const answer = ask.data;
  // A first answer that requests the factor is not a failure.
  const { otp, usesPasskey } = confirm.variables ?? {};
  const isFactorRequest = request !== null && otp === undefined && !usesPasskey;
  const error = ask.error ?? (isFactorRequest ? null : confirm.error);
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem('provider-otp');
        if (answer && field instanceof HTMLInputElement)
          confirm.mutate({ ...answer, otp: field.value.trim() });
      }}
    >
      {request && (
        <div className="grid gap-1.5">
          <Label htmlFor="provider-otp">{t`Authentication code`}</Label>
          <Input
            id="provider-otp"
            name="provider-otp"
            required
            maxLength={64}
            ref={focusNow}
            autoComplete="one-time-code"
            aria-describedby="provider-otp-hint"
          />
          <p id="provider-otp-hint" className="text-muted">
            {translate(request.hint)}
          </p>
        </div>
      )}
      {error && (
        <p role="alert" className="wrap-anywhere text-danger">
          {detailOrMessage(error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => onDone(false)}>
          {t`Cancel`}
        </Button>
        {answer && request?.hasPasskey && (
          <Button
            variant="secondary"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate({ ...answer, usesPasskey: true })}
          >
            {t`Use a Passkey`}
          </Button>
        )}
        {request ? (
          <Button type="submit" disabled={confirm.isPending}>
            {t`Confirm`}
          </Button>
        ) : (
          <Button data-first-focus onClick={() => ask.mutate()}>{t`Sign in with ${name}`}</Button>
        )}
      </div>
    </form>
  );
}

/** Adds a passkey's signature, made in the browser's dialog. */
async function signed(sent: ProviderCode): Promise<ProviderSignIn> {
  const options = await changeEmbedded('confirmation.passkeyOptions', { body: sent });
  const { askForPasskey } = await import('~/accounts/passkey-dialogs');
  return { ...sent, passkey: await askForPasskey(options) };
}

function focusNow(input: HTMLInputElement | null): void {
  input?.focus();
}
