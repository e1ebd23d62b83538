import type { QueryKey } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { ErrorState } from '~/kit/feedback/error-state';
import { EmptyState, LoadingState, WaitingForQuery } from '~/kit/feedback/query-state';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { ListCount, type Noun } from '~/kit/ui/list-count';
import { translate } from '~/language/texts';

type EmptyText = Pick<ComponentProps<typeof EmptyState>, 'title' | 'description'>;

export interface ListTexts {
  loading: string;
  error: (message: string) => string;
  empty: EmptyText;
  /** For a search or filters that nothing matches; a list without filters needs none. */
  noMatch?: EmptyText;
}

const shown = ({ title, description = '' }: EmptyText) => ({
  title: translate(title),
  description: translate(description),
});

/** The texts of a constant in the reader's language. */
export function inLanguage({ loading, error, empty, noMatch = empty }: ListTexts): ListTexts {
  return { loading: translate(loading), error, empty: shown(empty), noMatch: shown(noMatch) };
}

interface Loaded<T> {
  /** The last answer's rows. */
  data: T;
  /** Other rows are loading; the last answer's stay until then. */
  busy: boolean;
  empty: ReactNode;
}

/** The part of a query's result that determines the state. */
interface ListAnswer<T> {
  data: T | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface ListQueryProps<T> {
  query: ListAnswer<T>;
  queryKey: QueryKey;
  texts: ListTexts;
  /** Shows the number of rows above them. */
  noun?: Noun | undefined;
  filtered?: boolean;
  count: (data: T) => number;
  /** Number of rows without search and filters; null if unknown. */
  total?: number | null | undefined;
  skeleton: ReactNode;
  children: (loaded: Loaded<T>) => ReactNode;
}

/** A list in each of its states: pending, error with retry, empty, empty for these filters, rows. */
export function ListQuery<T>(props: ListQueryProps<T>) {
  const { query, queryKey, texts, noun, filtered = false, count, total = null } = props;
  const { skeleton, children } = props;
  const { data, error, isPlaceholderData: busy } = query;
  const failure = error !== null && (
    <ErrorState text={texts.error(detailOrMessage(error))} onRetry={() => void query.refetch()} />
  );
  if (data === undefined) {
    return (
      failure || (
        <LoadingState text={texts.loading} queryKey={queryKey}>
          {skeleton}
        </LoadingState>
      )
    );
  }
  const rowCount = count(data);
  const text = filtered && rowCount === 0 ? (texts.noMatch ?? texts.empty) : texts.empty;
  return (
    <>
      {failure}
      {busy && <WaitingForQuery queryKey={queryKey} />}
      {noun && (filtered || rowCount > 0) && (
        // Counts the API's answer, not the rows of the last answer that are still shown.
        <ListCount count={rowCount} total={total} noun={noun} />
      )}
      {children({ data, busy, empty: <EmptyState {...text} /> })}
    </>
  );
}
