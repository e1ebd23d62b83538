import { useHydrated, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { StillWaiting } from '~/kit/feedback/query-state';
import { Mark } from '~/kit/layout/public-page';
import { useAnswersPresses } from '~/kit/ui/early-presses';
import { LanguageChoice } from '~/kit/layout/language-choice';
import { Button } from '~/kit/ui/button';
import { Input, Label } from '~/kit/ui/input';
import { getSession, subscribeSession } from '~/rpc/session-store';
import { apiKind } from '~/rpc/api-kind';
import { t, translate } from '~/language/texts';
import { CodeField } from './code-field';
import { safeRedirect } from './guard';
import { signIn, type FactorRequest, type SignInFailure, type SignInFields } from './sign-in';

const ForgotPasswordPart = lazyPart(() => import('./forgot-password-link'));
const ProviderPart = lazyPart(() => import('./provider-sign-in'));

/** Admin Login (docs/behaviour/signing-in.md). */
export function LoginPage({ redirectTo }: { redirectTo: string | undefined }) {
  useAnswersPresses();
  const router = useRouter();
  const sessionEnded = useLocation({ select: ({ state }) => state.sessionEnded });
  const hydrated = useHydrated();
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);
  const [factorRequest, setFactorRequest] = useState<(FactorRequest & { email: string }) | null>(
    null,
  );
  const { provider } = apiKind();
  const errorId = useId();
  const emailInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Keeps the focus if the user has already chosen a field: the page accepts input before hydration.
    if (factorRequest === null && document.activeElement === document.body)
      emailInput.current?.focus();
  }, [factorRequest]);

  const next = safeRedirect(redirectTo) ?? '/dashboard';

  /**
   * Loads the code that is needed after the sign-in while the API checks the password: the schemas of the
   * form, the next screen and the layouts around it. The guards of the routes do not run yet.
   */
  function loadNextCode() {
    void import('~/accounts/session').catch(() => undefined);
    const [routes] = router.getMatchedRoutes(next.replace(/[?#].*/, ''));
    // A chunk that cannot be loaded now is requested again, or fails, with its screen.
    for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined);
  }

  useEffect(() => {
    const follow = () => {
      if (getSession()) void router.navigate({ href: next, replace: true });
    };
    // Redirects signed-in users. The server cannot recognize them and sends this page to everyone.
    follow();
    // A session begins with the sign-in here or in another tab.
    return subscribeSession(follow);
  }, [router, next]);

  async function submit(form: HTMLFormElement, usesPasskey: boolean) {
    setFailure(null);
    setBusy(true);
    loadNextCode();
    const fields = readFields(form);
    const result = await signIn({ ...fields, usesPasskey });
    if (!result) return;
    setBusy(false);
    setFailure(result);
    // The field for the code takes the focus when it appears.
    if (result.secondFactor) setFactorRequest({ ...result.secondFactor, email: fields.email });
    const wrong = result.email ? 'email' : result.otp || factorRequest ? 'otp' : 'password';
    form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  }

  const fieldProps = (name: FieldName) => ({
    id: name,
    name,
    required: true,
    'aria-invalid': failure?.[name] ? true : undefined,
    'aria-describedby': failure?.[name]
      ? `${errorId}${name}`
      : failure?.message
        ? errorId
        : undefined,
  });
  const fieldError = (name: FieldName) => (
    <Failure id={`${errorId}${name}`} message={failure?.[name]} />
  );

  return (
    <main className="grid min-h-dvh content-start justify-items-center bg-canvas p-4 pt-[max(1rem,18dvh)]">
      <p className="mb-6 flex items-center gap-2.5 text-lg font-semibold">
        <Mark /> Condo Admin
      </p>
      <section className="relative w-full max-w-sm rounded-xl border border-line bg-surface p-8 shadow-card">
        <h1 className="text-title font-semibold">{t`Admin Login`}</h1>
        <p className="mt-1 mb-6 text-muted">{t`Enter your credentials to access the dashboard`}</p>
        {hydrated && sessionEnded && (
          <p role="status" className="mb-4 rounded-md bg-sunken px-3 py-2">
            {t`Your session has ended. Please sign in again.`}
          </p>
        )}
        <form
          method="post"
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(event.currentTarget, false);
          }}
          onInput={({ target }) => {
            loadNextCode();
            // An edit clears its field's error and the message of the last attempt. Errors of other fields
            // stay.
            const edited = target instanceof HTMLInputElement ? target.name : '';
            setFailure((last) => last && { ...last, message: undefined, [edited]: undefined });
          }}
        >
          {/* Hidden in the second step, which sends both again. */}
          <div className="grid gap-1.5" hidden={factorRequest !== null}>
            <Label htmlFor="email">{t`Email`}</Label>
            <Input ref={emailInput} type="email" autoComplete="username" {...fieldProps('email')} />
            {fieldError('email')}
          </div>
          <div className="grid gap-1.5" hidden={factorRequest !== null}>
            <Label htmlFor="password">{t`Password`}</Label>
            <div className="relative">
              <Input
                type={isShown ? 'text' : 'password'}
                autoComplete="current-password"
                className="pr-16"
                {...fieldProps('password')}
              />
              <Button
                variant="ghost"
                size="sm"
                className="absolute top-1 right-1"
                onClick={() => setShown(!isShown)}
              >
                {isShown ? t`Hide` : t`Show`}
              </Button>
            </div>
            {fieldError('password')}
          </div>
          {factorRequest !== null && (
            <>
              <p className="wrap-anywhere font-medium">{factorRequest.email}</p>
              {factorRequest.hasPasskey && (
                <Button
                  disabled={busy}
                  onClick={({ currentTarget: { form } }) => void (form && submit(form, true))}
                >
                  {t`Use a Passkey`}
                </Button>
              )}
              <CodeField
                hint={factorRequest.hint}
                control={fieldProps('otp')}
                error={fieldError('otp')}
              />
            </>
          )}
          <Failure id={errorId} message={failure?.message} />
          <Button
            type="submit"
            variant={factorRequest?.hasPasskey ? 'secondary' : 'primary'}
            disabled={busy}
          >
            {busy ? t`Logging in...` : t`Login`}
          </Button>
          {factorRequest !== null && (
            <Button
              variant="ghost"
              disabled={busy}
              onClick={() => {
                setFailure(null);
                setFactorRequest(null);
              }}
            >
              {t`Use another account`}
            </Button>
          )}
          {busy && <StillWaiting />}
        </form>
        {/* Only the embedded API has this link. It appears after the first paint. */}
        <ForgotPasswordPart open={factorRequest === null}>
          {({ ForgotPasswordLink }) => factorRequest === null && <ForgotPasswordLink />}
        </ForgotPasswordPart>
      </section>
      {provider !== null && (
        <ProviderPart>
          {({ ProviderSignIn }) => (
            <ProviderSignIn
              name={provider}
              redirectTo={redirectTo}
              hidden={factorRequest !== null}
            />
          )}
        </ProviderPart>
      )}
      {/* The margin leaves room for links that appear later. */}
      <LanguageChoice className="mt-28 flex flex-wrap justify-center" />
    </main>
  );
}

type FieldName = 'email' | 'password' | 'otp';

function Failure({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <p id={id} role="alert" className="wrap-anywhere text-danger">
      {translate(message)}
    </p>
  ) : null;
}

function readFields({ elements }: HTMLFormElement): SignInFields {
  const text = (name: FieldName) => {
    const field = elements.namedItem(name);
    return field instanceof HTMLInputElement ? field.value : undefined;
  };
  return {
    email: text('email') ?? '',
    password: text('password') ?? '',
    otp: text('otp')?.trim(),
  };
}
