import { useLanguage } from '~/language/use-language';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkForm, useLinkForm } from '~/kit/form/link-form';
import { PublicPage } from '~/kit/layout/public-page';
import { Alert } from '~/kit/ui/alert';
import { forgotPasswordSchema } from '~/accounts/new-password';
import { send } from '~/rpc/client.functions';
import { t } from '~/language/texts';

/** Requests a link to set a new password (docs/behaviour/signing-in.md). Public; embedded API only. */
export function ForgotPasswordPage() {
  useLanguage();
  const [isRequested, setIsRequested] = useState(false);
  return (
    <PublicPage title={t`Forgot Password`}>
      <div className="grid gap-5">
        {isRequested ? (
          <Alert tone="success">
            {t`If this address has an account, a link to set a new password is on its way. It works once, for one hour.`}
          </Alert>
        ) : (
          <ForgotPasswordForm onSuccess={() => setIsRequested(true)} />
        )}
        <p>
          <Link to="/login" className="link inline-flex min-h-6 items-center">
            {t`Back to Login`}
          </Link>
        </p>
      </div>
    </PublicPage>
  );
}

function ForgotPasswordForm({ onSuccess }: { onSuccess: () => void }) {
  const link = useLinkForm({
    defaultValues: { email: useLocation({ select: ({ state }) => state.email }) ?? '' },
    schema: forgotPasswordSchema,
    send: (value) => send('password.forgot', { body: value }),
    onSuccess,
  });
  return (
    <LinkForm link={link} button={{ label: t`Send Link`, busyLabel: t`Sending...` }}>
      <link.TextField
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="username"
        hint={t`We e-mail you a link to set a new password.`}
        required
      />
    </LinkForm>
  );
}
