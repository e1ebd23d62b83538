import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '~/components/ui/button';
import type { ProviderCode } from '~/contract/provider';
import { changeOwn } from '~/data/own-call';
import { goToProvider, takeProviderAnswer } from '~/data/session/provider-round-trip';
import { startSession } from '~/data/session/session-store';
import { detailOrMessage } from '~/lib/app-error';
import { t } from '~/lib/texts';
import { CodeField } from './code-field';
import { safeRedirect } from './safe-redirect';
import { toFactorRequest } from './sign-in';

/** Signs in by the OpenID provider, below the card of the password (docs/behaviour.md, "Sign in by a provider"). */
export function ProviderSignIn({ name }: { name: string }) {
  const [answer] = useState(takeProviderAnswer);
  const code = answer === 'failed' ? null : answer;
  const [message, setMessage] = useState(
    answer === 'failed' ? t`Signing in with ${name} did not work. Please try again.` : '',
  );
  const [isBusy, setBusy] = useState(code !== null);
  /** The account has a second factor: what the API asks for. */
  const [hint, setHint] = useState<string | null>(null);

  function fail(error: unknown, wasAsked: boolean) {
    setBusy(false);
    const request = toFactorRequest(error);
    if (!request) setHint(null);
    else if (!wasAsked) setHint(request.hint);
    setMessage(request && !wasAsked ? '' : detailOrMessage(error));
  }
  const failed = useEffectEvent((error: unknown) => fail(error, false));

  useEffect(() => {
    if (code) exchange(code).catch(failed);
  }, [code]);

  function attempt(step: Promise<void>, wasAsked = false) {
    setBusy(true);
    setMessage('');
    step.catch((error: unknown) => fail(error, wasAsked));
  }

  return (
    <div className="grid gap-3">
      {message && (
        <p role="alert" className="wrap-anywhere text-danger">
          {message}
        </p>
      )}
      {hint === null ? (
        <Button
          variant="secondary"
          disabled={isBusy}
          onClick={() => {
            const redirect = new URLSearchParams(location.search).get('redirect');
            attempt(goToProvider('provider.start', safeRedirect(redirect)));
          }}
        >
          {t`Sign in with ${name}`}
        </Button>
      ) : (
        <form
          className="grid gap-3 text-left"
          onSubmit={(event) => {
            event.preventDefault();
            const field = event.currentTarget.elements.namedItem('provider-otp');
            if (code && field instanceof HTMLInputElement)
              attempt(exchange(code, field.value.trim()), true);
          }}
        >
          <CodeField
            hint={hint}
            control={{ id: 'provider-otp', name: 'provider-otp', required: true, maxLength: 64 }}
            error={null}
          />
          <Button type="submit" disabled={isBusy}>
            {t`Continue`}
          </Button>
        </form>
      )}
    </div>
  );
}

/** The page goes on by itself when the session begins. */
async function exchange(code: ProviderCode, otp?: string): Promise<void> {
  const body = { ...code, ...(otp && { otp }) };
  const { access_token: token, user } = await changeOwn('provider.signIn', { body });
  startSession({ token, user: { ...user, role: 'super_admin' } });
}
