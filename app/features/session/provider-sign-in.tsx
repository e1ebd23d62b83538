import { useEffect, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import type { ProviderCode } from '~/contract/provider';
import { changeOwn } from '~/data/own-call';
import { goToProvider, takeProviderAnswer } from '~/data/session/provider-round-trip';
import { startSession } from '~/data/session/session-store';
import { detailOrMessage } from '~/lib/app-error';
import { CodeField } from './code-field';
import { safeRedirect } from './safe-redirect';
import { toFactorRequest } from './sign-in';

/** Signs in by the OpenID provider, below the card of the password (docs/behaviour.md, "Sign in by a provider"). */
export function ProviderSignIn({ name }: { name: string }) {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** The account has a second factor: what the API asks for. */
  const [hint, setHint] = useState<string | null>(null);
  const code = useRef<ProviderCode | null>(null);

  useEffect(() => {
    const answer = takeProviderAnswer();
    if (answer === 'failed') setMessage(`Signing in with ${name} did not work. Please try again.`);
    else if (answer) {
      code.current = answer;
      void attempt(() => exchange(answer));
    }
  }, [name]);

  /** @param asked whether a code of the second factor was sent along */
  async function attempt(step: () => Promise<void>, asked = false) {
    setBusy(true);
    setMessage('');
    try {
      await step();
    } catch (error) {
      setBusy(false);
      const request = toFactorRequest(error);
      if (!request) setHint(null);
      else if (!asked) setHint(request.hint);
      if (!request || asked) setMessage(detailOrMessage(error));
    }
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
            void attempt(() => goToProvider('provider.start', safeRedirect(redirect)));
          }}
        >
          Sign in with {name}
        </Button>
      ) : (
        <form
          className="grid gap-3 text-left"
          onSubmit={(event) => {
            event.preventDefault();
            const otp = new FormData(event.currentTarget).get('provider-otp');
            const sent = code.current;
            if (sent && typeof otp === 'string')
              void attempt(() => exchange(sent, otp.trim()), true);
          }}
        >
          <CodeField
            hint={hint}
            control={{ id: 'provider-otp', name: 'provider-otp', required: true, maxLength: 64 }}
            error={null}
          />
          <Button type="submit" disabled={isBusy}>
            Continue
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
