import { Link } from '@tanstack/react-router';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '~/kit/feedback/error-state';
import { QueryContent } from '~/kit/feedback/query-state';
import { Alert } from '~/kit/ui/alert';
import { buttonVariants } from '~/kit/ui/button';
import { Skeleton } from '~/kit/ui/skeleton';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/rpc/errors/http-status';
import { AppError, detailOr, detailOrMessage, isTransient } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { PublicPage } from './public-page';

interface LinkPageProps<T, Key extends QueryKey> {
  title: string;
  /** The secret in the link; empty if the link was cut off. */
  token: string;
  query: UseQueryOptions<T, Error, T, Key>;
  /** Name of the link's target within a sentence: "invitation". */
  thing: string;
  /** Text for a link that was cut off or is no link at all. */
  broken: string;
  children: (opened: T) => ReactNode;
}

/** A page behind a mailed link. It is public, and only the embedded API has such links. */
export function LinkPage<T, Key extends QueryKey>(props: LinkPageProps<T, Key>) {
  const { title, token, query, thing, broken, children } = props;
  return (
    <PublicPage title={title}>
      {token === '' ? (
        <ErrorState text={broken} />
      ) : (
        <QueryContent
          query={{ ...query, refetchOnWindowFocus: false }}
          loading={t`Loading ${thing}...`}
          error={(error) =>
            isTransient(error)
              ? t`Error loading ${thing}: ${detailOrMessage(error)}`
              : isMalformed(error)
                ? broken
                : detailOr(error, broken)
          }
          canRetry={isTransient}
          skeleton={<Skeleton className="h-64" />}
        >
          {children}
        </QueryContent>
      )}
    </PublicPage>
  );
}

/** Replaces a form after sending: its result, and a link to sign in. */
export function LinkUsed({ text }: { text: string }) {
  return (
    <div className="grid gap-4">
      <Alert tone="success">{text}</Alert>
      <Link to="/login" className={buttonVariants()}>
        {t`Go to Login`}
      </Link>
    </div>
  );
}

/** True for a malformed link. Expired, used and replaced links have other details. */
function isMalformed(error: Error): boolean {
  return error instanceof AppError && error.status === HTTP_UNPROCESSABLE_CONTENT;
}
