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
  /** Text if a search or filter matches nothing. A list without filters needs none. */
  noMatch?: EmptyText;
}

const shown = ({ title, description = '' }: EmptyText) => ({
  title: translate(title),
  description: translate(description),
});

/** The texts of a constant, translated into the reader's language. */
export function inLanguage({ loading, error, empty, noMatch = empty }: ListTexts): ListTexts {
  return { loading: translate(loading), error, empty: shown(empty), noMatch: shown(noMatch) };
}

interface Loaded<T> {
  /** The last answer's rows. */
  data: T;
  /** True while other rows are loading. The previous answer's rows stay until then. */
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
  /** Noun for the number of rows, which is shown above them. */
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
        // Counts the API's new answer, even while the previous rows are still shown.
        <ListCount count={rowCount} total={total} noun={noun} />
      )}
      {children({ data, busy, empty: <EmptyState {...text} /> })}
    </>
  );
}
