import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ErrorState, LoadingState } from '~/components/feedback/query-state';
import { Alert } from '~/components/ui/alert';
import { Fact } from '~/components/ui/fact';
import { Skeleton } from '~/components/ui/skeleton';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import type { AcceptPreview } from '~/data/acceptance/acceptance';
import { acceptanceQueries } from '~/data/acceptance/acceptance.queries';
import { AppError, detailOr, detailOrMessage, isTransient } from '~/lib/app-error';
import { dash, titleCase } from '~/lib/format';
import { ConfirmForm } from './confirm-form';
import { JoinForm } from './join-form';

const BROKEN_LINK_TEXT =
  'This link is not valid. Please open the link in your invitation e-mail again.';

/** Accepting an invitation (docs/behaviour.md, "Embedded API"): public, and only with the embedded API. */
export function AcceptPage({ token }: { token: string }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-canvas p-4">
      <section className="w-full max-w-md rounded-xl border border-line bg-surface p-6 shadow-card sm:p-8">
        <h1 className="mb-5 text-title font-semibold">Accept Invitation</h1>
        {token === '' ? <ErrorState text={BROKEN_LINK_TEXT} /> : <OpenedLink token={token} />}
      </section>
    </main>
  );
}

function OpenedLink({ token }: { token: string }) {
  const preview = useQuery(acceptanceQueries.preview(token));
  const [accepted, setAccepted] = useState(false);
  if (preview.data) {
    return accepted ? (
      <Accepted preview={preview.data} />
    ) : (
      <Invited preview={preview.data}>
        {preview.data.hasAccount ? (
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
        text={linkFailureText(preview.error)}
        onRetry={isTransient(preview.error) ? () => void preview.refetch() : undefined}
      />
    );
  }
  return (
    <LoadingState text="Loading invitation...">
      <Skeleton className="h-64" />
    </LoadingState>
  );
}

/** Why a link does not open: the API's detail, which distinguishes expired, used and replaced links. */
export function linkFailureText(error: unknown): string {
  if (isTransient(error)) return `Error loading invitation: ${detailOrMessage(error)}`;
  const malformed = error instanceof AppError && error.status === HTTP_UNPROCESSABLE_CONTENT;
  return malformed ? BROKEN_LINK_TEXT : detailOr(error, BROKEN_LINK_TEXT);
}

function Invited({ preview, children }: { preview: AcceptPreview; children: ReactNode }) {
  return (
    <>
      <p className="mb-4 text-muted">
        {preview.hasAccount
          ? 'You already have an account. Enter its password to accept:'
          : 'Choose a password to create your account and accept:'}
      </p>
      <dl className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 rounded-lg bg-sunken px-4 py-3">
        <Fact className="contents" label="Building">
          {dash(preview.condoName)}
        </Fact>
        {preview.apartmentNumber !== null && (
          <Fact className="contents" label="Apartment">
            {preview.apartmentNumber}
          </Fact>
        )}
        <Fact className="contents" label="Role">
          {dash(titleCase(preview.role ?? ''))}
        </Fact>
      </dl>
      {children}
    </>
  );
}

function Accepted({ preview }: { preview: AcceptPreview }) {
  return (
    <Alert tone="success" role="status">
      Invitation accepted. You now belong to {dash(preview.condoName)}; you can close this page.
    </Alert>
  );
}
