import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '~/kit/ui/button';
import {
  PROVIDER_ANSWER,
  type ProviderCode,
  type ProviderSignIn as Sent,
} from '~/accounts/provider';
import { changeEmbedded } from '~/rpc/queries';
import { startSession } from '~/rpc/session-store';
import { browserError, detailOrMessage, isTransient } from '~/rpc/errors/app-error';
import { randomKey } from '~/fields/random-key';
import { storeItem, readItem } from '~/kit/ui/storage';
import { msg, t } from '~/language/texts';
import { CodeField } from './code-field';
import { toFactorRequest, type FactorRequest } from './sign-in';

/**
 * Session storage key of this tab's secret while the browser is at the provider. The provider's answer is
 * worth nothing without the secret.
 */
const SECRET = 'provider-sign-in';

interface ProviderSignInProps {
  name: string;
  redirectTo: string | undefined;
  /**
   * Hides this part while the sign-in card asks for a second factor. A request of this part's own stays in
   * its state.
   */
  hidden: boolean;
}

/** Signs in by the OpenID provider, below the sign-in card (docs/behaviour/provider.md). */
export function ProviderSignIn({ name, redirectTo, hidden }: ProviderSignInProps) {
  /** The provider's answer while the API asks for a second factor. */
  const [waiting, setWaiting] = useState<(FactorRequest & { answer: ProviderCode }) | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const begin = useMutation({
    mutationFn: async () => {
      const browser = randomKey() + randomKey();
      const { url } = await changeEmbedded('provider.start', {
        body: { browser, ...(redirectTo !== undefined && { redirect: redirectTo }) },
      });
      storeItem(SECRET, browser, 'session');
      location.assign(url);
    },
    onMutate: () => exchange.reset(),
  });
  const exchange = useMutation({
    mutationFn: async ({ usesPasskey, ...sent }: Sent & { usesPasskey?: boolean }) => {
      if (!sent.code || !sent.browser) {
        throw browserError(t`Signing in with ${name} did not work. Please try again.`);
      }
      return changeEmbedded('provider.signIn', { body: usesPasskey ? await signed(sent) : sent });
    },
    onSuccess: ({ access_token, user }) =>
      startSession({
        token: access_token,
        user: { ...user, role: 'super_admin', signed_in_by: 'provider' },
      }),
    onError: (error, { code, browser }) => {
      const request = toFactorRequest(error);
      if (request) setWaiting((asked) => asked ?? { ...request, answer: { code, browser } });
      // The API has ended this sign-in. After a transient failure the same code can be tried again.
      else if (!isTransient(error)) setWaiting(null);
    },
  });

  const takeAnswer = useEffectEvent(() => {
    if (!location.hash.startsWith(PROVIDER_ANSWER)) return;
    const code = location.hash.slice(PROVIDER_ANSWER.length);
    const browser = readItem(SECRET, 'session') ?? '';
    history.replaceState(history.state, '', location.pathname + location.search);
    storeItem(SECRET, null, 'session');
    exchange.mutate({ code, browser });
  });
  useEffect(() => takeAnswer(), []);

  const busy = begin.isPending || exchange.isPending;
  const failure = exchange.error;
  useEffect(() => {
    if (waiting && failure) form.current?.querySelector('input')?.focus();
  }, [waiting, failure]);

  // The first answer asks for the factor. This is not a failure.
  const { otp, usesPasskey } = exchange.variables ?? {};
  const isAsked = waiting !== null && otp === undefined && !usesPasskey;
  const error = begin.error ?? (isAsked ? null : failure);
  return (
    // As wide as the card's content box. The top margin leaves room for the link below the card, which is
    // positioned absolutely; the bottom margin takes that room back from the page's height.
    <div className="mt-14 -mb-14 grid w-full max-w-sm gap-3 px-px" hidden={hidden}>
      {error && !busy && (
        <p role="alert" className="wrap-anywhere text-danger">
          {detailOrMessage(error)}
        </p>
      )}
      {waiting ? (
        <form
          ref={form}
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            const field = event.currentTarget.elements.namedItem('provider-otp');
            if (field instanceof HTMLInputElement)
              exchange.mutate({ ...waiting.answer, otp: field.value.trim() });
          }}
        >
          {waiting.hasPasskey && (
            <Button
              disabled={busy}
              onClick={() => exchange.mutate({ ...waiting.answer, usesPasskey: true })}
            >
              {t`Use a Passkey`}
            </Button>
          )}
          <CodeField
            hint={waiting.hint}
            control={{ id: 'provider-otp', name: 'provider-otp', required: true, maxLength: 64 }}
            error={null}
          />
          <Button
            type="submit"
            variant={waiting.hasPasskey ? 'secondary' : 'primary'}
            disabled={busy}
          >
            {t`Continue`}
          </Button>
        </form>
      ) : (
        <Button variant="secondary" disabled={busy} onClick={() => begin.mutate()}>
          {t`Sign in with ${name}`}
        </Button>
      )}
    </div>
  );
}

/** Adds a passkey's signature, made in the browser's dialog. */
async function signed(sent: ProviderCode): Promise<Sent> {
  const options = await changeEmbedded('provider.passkeyOptions', { body: sent });
  const { askForPasskey } = await import('~/accounts/passkey-dialogs');
  const passkey = await askForPasskey(options).catch(() => {
    throw browserError(msg`The passkey could not be used. Please try again.`);
  });
  return { ...sent, passkey };
}
