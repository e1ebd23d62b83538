import { useEffect, useRef, useState } from 'react';
import { HiddenEmail } from '~/kit/form/text-field';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { Button } from '~/kit/ui/button';
import { DialogDescription, DialogRoot, DialogTitle, QuestionContent } from '~/kit/ui/dialog';
import { reauthenticationSchema, type Reauthentication } from '~/accounts/account';
import { readText } from '~/fields/reading';
import { hasPassword } from '~/rpc/session-store';
import { useEmbeddedChange } from '~/rpc/use-embedded-change';
import { apiKind } from '~/rpc/api-kind';
import { AppError } from '~/rpc/errors/app-error';
import { t, translate } from '~/language/texts';
import { ProviderConfirmation } from './provider-confirmation';
import { toFactorRequest, type FactorRequest } from './sign-in';
import { useSession } from './guard';

const NOTHING_YET: Reauthentication = { password: '', otp: '' };

interface PasswordDialogProps {
  open: boolean;
  /** Called with true after the right password, with false when the dialog is cancelled. */
  onDone: (entered: boolean) => void;
}

/** Asks for the password again (docs/behaviour/second-factor.md); waiting calls then continue or fail. */
export function PasswordDialog({ open, onDone }: PasswordDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  return (
    <DialogRoot open={open}>
      <QuestionContent
        ref={content}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          before.current = document.activeElement;
          content.current
            ?.querySelector<HTMLElement>('[type=password], [data-first-focus]')
            ?.focus();
        }}
        onCloseAutoFocus={(event) => {
          // Gives the focus back to the element that had it, which may be in a dialog that is still open.
          event.preventDefault();
          if (before.current instanceof HTMLElement) before.current.focus();
        }}
        onEscapeKeyDown={(event) => {
          event.preventDefault();
          onDone(false);
        }}
      >
        <DialogTitle>{t`Confirm It Is You`}</DialogTitle>
        <Confirmation onDone={onDone} />
      </QuestionContent>
    </DialogRoot>
  );
}

/** Confirms by the provider if the user signed in by it, otherwise by the password. */
function Confirmation({ onDone }: Pick<PasswordDialogProps, 'onDone'>) {
  const session = useSession();
  const { provider } = apiKind();
  // The provider may not say when it asked, and then confirms nothing.
  const [usesPassword, setUsesPassword] = useState(false);
  const byProvider =
    provider !== null && session?.user.signed_in_by === 'provider' && !usesPassword;
  return (
    <>
      <DialogDescription>
        {byProvider
          ? t`You signed in a while ago. Sign in with ${provider} again to continue.`
          : t`You signed in a while ago. Enter your password to continue.`}
      </DialogDescription>
      {byProvider ? (
        <>
          <ProviderConfirmation name={provider} onDone={onDone} />
          {hasPassword() && (
            <Button variant="ghost" size="sm" onClick={() => setUsesPassword(true)}>
              {t`Use the password instead`}
            </Button>
          )}
        </>
      ) : (
        <PasswordForm onDone={onDone} />
      )}
    </>
  );
}

function PasswordForm({ onDone }: Pick<PasswordDialogProps, 'onDone'>) {
  const session = useSession();
  const email = readText(session?.user.email) ?? '';
  const reauthenticate = useEmbeddedChange('reauthentication.confirm');
  const [factorRequest, setFactorRequest] = useState<FactorRequest | null>(null);
  const link = useLinkForm({
    defaultValues: NOTHING_YET,
    schema: reauthenticationSchema,
    send: confirm,
  });

  const hasRequest = factorRequest !== null;
  const { form, element } = link;
  useEffect(() => {
    if (hasRequest) element.current?.querySelector<HTMLInputElement>('[name=otp]')?.focus();
  }, [hasRequest, element]);

  /** Sends the password. If the account has a second factor, the first answer asks for it. */
  async function confirm(shown: Reauthentication) {
    try {
      await reauthenticate.mutateAsync({ body: shown });
      onDone(true);
    } catch (error) {
      const request = toFactorRequest(error);
      if (!request || !(error instanceof AppError)) throw error;
      setFactorRequest((earlier) => earlier ?? request);
      if (shown.otp || shown.passkey) throw atCode(error, shown);
    }
  }

  async function confirmWithPasskey() {
    const { password } = form.state.values;
    const { signWithPasskey } = await import('~/accounts/passkey-dialogs');
    await confirm({ password, passkey: await signWithPasskey({ email, password }) });
  }
  return (
    <LinkForm
      link={link}
      button={{ label: t`Confirm`, busyLabel: t`Please wait...` }}
      align="end"
      onCancel={() => onDone(false)}
      others={
        factorRequest?.hasPasskey && (
          <Button
            variant="secondary"
            disabled={reauthenticate.isPending}
            onClick={() => void link.submit(confirmWithPasskey)}
          >
            {t`Use a Passkey`}
          </Button>
        )
      }
      className="mt-4"
    >
      <HiddenEmail email={email} />
      <link.PasswordField name="password" label={t`Password`} />
      {factorRequest && (
        <link.TextField
          name="otp"
          label={t`Authentication code`}
          autoComplete="one-time-code"
          required
          hint={translate(factorRequest.hint)}
        />
      )}
    </LinkForm>
  );
}

/** Moves the error of a wrong code to its field. A passkey has no field. */
function atCode(error: AppError, { otp }: Reauthentication): AppError {
  const message = error.detail ?? error.message;
  return new AppError({
    status: error.status,
    detail: message,
    ...(otp && { fields: [{ field: 'otp', message }] }),
  });
}
