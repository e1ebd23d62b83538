import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { LoadingState } from './query-state';

interface QueryContentProps<Answer, T, Key extends QueryKey> {
  query: UseQueryOptions<Answer, Error, T, Key>;
  loading: string;
  error: string | ((error: Error) => string);
  /** True if a retry can help; by default always. */
  canRetry?: (error: Error) => boolean;
  /** In the shape of the content. */
  skeleton: ReactNode;
  /** `isBusy`: another page is loading, and this one stays until then. */
  children: (data: T, isBusy: boolean) => ReactNode;
}

/** Renders a query's answer, its loading state, or its error with Retry. */
export function QueryContent<Answer, T, Key extends QueryKey>({
  query,
  loading,
  error: text,
  canRetry,
  skeleton,
  children,
}: QueryContentProps<Answer, T, Key>) {
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
