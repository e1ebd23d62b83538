import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '~/components/feedback/error-state';
import { LoadingState } from '~/components/feedback/query-state';
import { PublicPage } from '~/components/layout/public-page';
import { Alert } from '~/components/ui/alert';
import { buttonVariants } from '~/components/ui/button';
import { Skeleton } from '~/components/ui/skeleton';
import { ownQuery } from '~/data/own-call';
import { isTransient } from '~/lib/app-error';
import { linkFailureText } from '~/lib/link-failure';
import { SetPasswordForm } from './set-password-form';

const BROKEN_LINK_TEXT = 'This link is not valid. Please open the whole link once more.';

/** Setting a password by a one-time link (docs/behaviour.md, "Embedded API"): public, and only with the embedded API. */
export function SetPasswordPage({ token }: { token: string }) {
  return (
    <PublicPage title="Set Password">
      {token === '' ? <ErrorState text={BROKEN_LINK_TEXT} /> : <OpenedLink token={token} />}
    </PublicPage>
  );
}

function OpenedLink({ token }: { token: string }) {
  const opened = ownQuery('password.link', { query: { token } });
  const link = useQuery({ ...opened, refetchOnWindowFocus: false });
  const [isSet, setIsSet] = useState(false);
  if (isSet) return <PasswordSet />;
  if (link.data) {
    return (
      <SetPasswordForm token={token} email={link.data.email} onSuccess={() => setIsSet(true)} />
    );
  }
  if (link.isError) {
    return (
      <ErrorState
        text={linkFailureText(link.error, {
          broken: BROKEN_LINK_TEXT,
          unavailable: 'Error loading link',
        })}
        onRetry={isTransient(link.error) ? () => void link.refetch() : undefined}
      />
    );
  }
  return (
    <LoadingState text="Loading link..." queryKey={opened.queryKey}>
      <Skeleton className="h-48" />
    </LoadingState>
  );
}

function PasswordSet() {
  return (
    <div className="grid gap-4">
      <Alert tone="success" role="status">
        Your password is set. All earlier sessions of this account have ended.
      </Alert>
      <Link to="/login" className={buttonVariants()}>
        Go to Login
      </Link>
    </div>
  );
}
