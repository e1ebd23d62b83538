import { useEffect, useState, type ReactNode } from 'react';
import { t } from '~/language/texts';
import {
  hashKey,
  useQueryClient,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Button } from '~/kit/ui/button';
import { ErrorState } from './error-state';

export const STILL_WAITING_MS = 10_000;

interface StillWaitingProps {
  /** Identifies the call. Another call starts the 10 s again. */
  call?: string;
  /** Actions after the text. A pending change has none. */
  children?: ReactNode;
}

/**
 * Reports after 10 s that there is no answer yet (docs/behaviour/errors.md). Render it when the wait
 * begins, since screen readers announce texts only in an existing status.
 */
export function StillWaiting({ call = '', children }: StillWaitingProps) {
  const [late, setLate] = useState<string | null>(null);
  const isLate = late === call;
  useEffect(() => {
    const timer = setTimeout(setLate, STILL_WAITING_MS, call);
    return () => clearTimeout(timer);
  }, [call]);
  return (
    <div className={isLate ? 'flex flex-wrap items-center gap-x-3 gap-y-1' : 'sr-only'}>
      <p role="status" className="text-muted">
        {isLate && t`Still waiting for an answer.`}
      </p>
      {isLate && children}
    </div>
  );
}

interface LoadingStateProps {
  text: string;
  queryKey: QueryKey;
  children?: ReactNode;
}

/** Pending data: the loading text, and skeletons instead of an empty page. */
export function LoadingState({ text, queryKey, children }: LoadingStateProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="text-muted">
          {text}
        </p>
        <WaitingForQuery queryKey={queryKey} />
      </div>
      {children && <div aria-hidden>{children}</div>}
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  description?: string | undefined;
  action?: ReactNode;
}

/** A list without entries: the reason, and what to do next. */
export function EmptyState({ title, description, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-5 py-10 text-center">
      <Inbox aria-hidden className="mb-2 size-7 text-muted" strokeWidth={1.5} />
      <p className="font-medium">{title}</p>
      {description && <p className="max-w-md text-muted">{description}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** Reports after 10 s that a query is pending (docs/behaviour/errors.md). Cancel makes it an error. */
export function WaitingForQuery({ queryKey }: { queryKey: QueryKey }) {
  const client = useQueryClient();
  const cancel = () => void client.cancelQueries({ queryKey, exact: true }, { revert: false });
  return (
    <StillWaiting call={hashKey(queryKey)}>
      <Button variant="secondary" size="sm" onClick={cancel}>
        {t`Cancel`}
      </Button>
    </StillWaiting>
  );
}

interface QueryContentProps<Answer, T, Key extends QueryKey> {
  query: UseQueryOptions<Answer, Error, T, Key>;
  loading: string;
  error: string | ((error: Error) => string);
  /** Returns true if a retry can help. By default it always can. */
  canRetry?: (error: Error) => boolean;
  /** A skeleton in the shape of the content. */
  skeleton: ReactNode;
  /** `isBusy` is true while another page is loading. The current one stays until then. */
  children: (data: T, isBusy: boolean) => ReactNode;
}

/** Renders a query's answer, its loading state, or its error with Retry. */
export function QueryContent<Answer, T, Key extends QueryKey>(
  props: QueryContentProps<Answer, T, Key>,
) {
  const { query, loading, error: text, canRetry, skeleton, children } = props;
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  if (data !== undefined) return children(data, isPlaceholderData);
  if (error) {
    return (
      <ErrorState
        text={typeof text === 'string' ? text : text(error)}
        onRetry={canRetry?.(error) === false ? undefined : () => void refetch()}
      />
    );
  }
  return (
    <LoadingState text={loading} queryKey={query.queryKey}>
      {skeleton}
    </LoadingState>
  );
}
