import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ErrorState } from '~/components/feedback/error-state';
import { LoadingState } from '~/components/feedback/query-state';
import { PublicPage } from '~/components/layout/public-page';
import { Alert } from '~/components/ui/alert';
import { buttonVariants } from '~/components/ui/button';
import { Fact } from '~/components/ui/fact';
import { Skeleton } from '~/components/ui/skeleton';
import type { AcceptPreview } from '~/contract/acceptance';
import { ownQuery } from '~/data/own-call';
import { isTransient } from '~/lib/app-error';
import { dash, titleCase } from '~/lib/format';
import { linkFailureText } from '~/lib/link-failure';
import { ConfirmForm } from './confirm-form';
import { JoinForm } from './join-form';

const BROKEN_LINK_TEXT =
  'This link is not valid. Please open the link in your invitation e-mail again.';

/** Accepting an invitation (docs/behaviour.md, "Embedded API"): public, and only with the embedded API. */
export function AcceptPage({ token }: { token: string }) {
  return (
    <PublicPage title="Accept Invitation">
      {token === '' ? <ErrorState text={BROKEN_LINK_TEXT} /> : <OpenedLink token={token} />}
    </PublicPage>
  );
}

function OpenedLink({ token }: { token: string }) {
  const opened = ownQuery('acceptance.link', { query: { token } });
  const preview = useQuery({ ...opened, refetchOnWindowFocus: false });
  const [accepted, setAccepted] = useState(false);
  if (preview.data) {
    return accepted ? (
      <Accepted preview={preview.data} />
    ) : (
      <Invited preview={preview.data}>
        {preview.data.has_account ? (
          <ConfirmForm token={token} preview={preview.data} onAccepted={() => setAccepted(true)} />
        ) : (
          <JoinForm token={token} preview={preview.data} onAccepted={() => setAccepted(true)} />
        )}
      </Invited>
    );
  }
  if (preview.isError) {
    return (
      <ErrorState
        text={linkFailureText(preview.error, {
          broken: BROKEN_LINK_TEXT,
          unavailable: 'Error loading invitation',
        })}
        onRetry={isTransient(preview.error) ? () => void preview.refetch() : undefined}
      />
    );
  }
  return (
    <LoadingState text="Loading invitation..." queryKey={opened.queryKey}>
      <Skeleton className="h-64" />
    </LoadingState>
  );
}

function Invited({ preview, children }: { preview: AcceptPreview; children: ReactNode }) {
  return (
    <>
      <p className="mb-4 text-muted">
        {preview.has_account
          ? 'You already have an account. Enter its password to accept:'
          : 'Choose a password to create your account and accept:'}
      </p>
      <dl className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 rounded-lg bg-sunken px-4 py-3">
        {!isAdministrators(preview) && (
          <Fact className="contents" label="Building">
            {dash(preview.condo_name)}
          </Fact>
        )}
        {preview.apartment_number !== null && (
          <Fact className="contents" label="Apartment">
            {preview.apartment_number}
          </Fact>
        )}
        <Fact className="contents" label="Role">
          {titleCase(preview.role)}
        </Fact>
      </dl>
      {children}
    </>
  );
}

function Accepted({ preview }: { preview: AcceptPreview }) {
  if (isAdministrators(preview)) {
    return (
      <div className="grid gap-4">
        <Alert tone="success" role="status">
          Invitation accepted. You are now an administrator.
        </Alert>
        <Link to="/login" className={buttonVariants()}>
          Go to Login
        </Link>
      </div>
    );
  }
  return (
    <Alert tone="success" role="status">
      Invitation accepted. You now belong to {dash(preview.condo_name)}; you can close this page.
    </Alert>
  );
}

/** An invitation to become a super administrator has no building. */
function isAdministrators({ role }: AcceptPreview): boolean {
  return role === 'super_admin';
}
