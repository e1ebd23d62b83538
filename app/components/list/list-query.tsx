import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '~/components/feedback/error-state';
import { EmptyState, LoadingState } from '~/components/feedback/query-state';
import { WaitingForQuery } from '~/components/feedback/waiting-for-query';
import { ListCount, type Noun } from './list-count';
import { listState } from './list-state';

interface EmptyText {
  title: string;
  description?: string;
}

/** The texts of a list. */
export interface ListTexts {
  loading: string;
  error: (message: string) => string;
  empty: EmptyText;
  /** For a search or filters that nothing matches; a list without filters needs none. */
  noMatch?: EmptyText;
  /** With it the number of rows stands above them. */
  noun?: Noun;
}

interface Loaded<T> {
  /** The last answer's rows, or what the loaded rows say of the next. */
  data: T;
  /** Other rows are loading; the last answer's stay until then. */
  busy: boolean;
  /** Shown where there are no rows. */
  empty: ReactNode;
}

interface ListQueryProps<T> {
  query: UseQueryResult<T>;
  queryKey: QueryKey;
  texts: ListTexts;
  /** Whether a search or a filter narrows the list. */
  filtered?: boolean;
  /** How many rows the data holds. */
  count: (data: T) => number;
  /** How many there are without search and filters; null where that is not known. */
  total?: number | null;
  /** Shown instead of the last answer's rows until the next one is there (usePreview); counts and errors wait for the answer. */
  preview?: T | null;
  /** In the shape of the content. */
  skeleton: ReactNode;
  children: (loaded: Loaded<T>) => ReactNode;
}

/** A list in each of its states: pending, error with retry, empty, empty for these filters, rows. */
export function ListQuery<T>(props: ListQueryProps<T>) {
  const { query, queryKey, texts, filtered = false, count, total = null, skeleton } = props;
  const { preview = null } = props;
  const retry = () => void query.refetch();
  const state = listState(query, { filtered, count });
  switch (state.kind) {
    case 'pending':
      return (
        <LoadingState text={texts.loading} queryKey={queryKey}>
          {skeleton}
        </LoadingState>
      );
    case 'error':
      return <ErrorState text={texts.error(state.message)} onRetry={retry} />;
    case 'empty':
    case 'no-match':
    case 'rows': {
      const { data, busy, staleMessage } = state;
      const text = state.kind === 'no-match' ? (texts.noMatch ?? texts.empty) : texts.empty;
      return (
        <>
          {staleMessage !== null && <ErrorState text={texts.error(staleMessage)} onRetry={retry} />}
          {busy && <WaitingForQuery queryKey={queryKey} />}
          {texts.noun && state.kind !== 'empty' && (
            // Counts the API's answer, not the rows of the last answer that are still shown.
            <ListCount count={count(data)} total={total} noun={texts.noun} />
          )}
          {props.children({
            data: preview ?? data,
            busy: busy && preview === null,
            empty: <EmptyState {...text} />,
          })}
        </>
      );
    }
  }
}
