import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PublicPage } from '~/components/layout/public-page';
import { Alert } from '~/components/ui/alert';
import { ForgotPasswordForm } from './forgot-password-form';

/** Asks for a link to set a new password (docs/behaviour.md, "Accounts"): public, and only with the embedded API. */
export function ForgotPasswordPage() {
  const [isRequested, setIsRequested] = useState(false);
  return (
    <PublicPage title="Forgot Password">
      <div className="grid gap-5">
        {isRequested ? (
          <Alert tone="success" role="status">
            If this address has an account, a link to set a new password is on its way. It works
            once, for one hour.
          </Alert>
        ) : (
          <ForgotPasswordForm onSuccess={() => setIsRequested(true)} />
        )}
        <p>
          <Link to="/login" className="link inline-flex min-h-6 items-center">
            Back to Login
          </Link>
        </p>
      </div>
    </PublicPage>
  );
}
