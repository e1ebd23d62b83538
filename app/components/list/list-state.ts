import { detailOrMessage } from '~/lib/app-error';

/** The states of a list; ListQuery handles each. */
export type ListState<T> =
  | { kind: 'pending' }
  | { kind: 'error'; message: string }
  | {
      /** No records at all, none for this search and these filters, or rows. */
      kind: 'empty' | 'no-match' | 'rows';
      data: T;
      /** Other rows are loading; these stay until then. */
      busy: boolean;
      /** The rows could not be refreshed. */
      staleMessage: string | null;
    };

/** The part of a query's result that determines the state. */
interface ListResult<T> {
  data: T | undefined;
  error: unknown;
  isError: boolean;
  isPlaceholderData: boolean;
}

interface Reading<T> {
  /** Whether a search or a filter narrows the list. */
  filtered: boolean;
  /** How many rows the data holds. */
  count: (data: T) => number;
}

export function listState<T>(result: ListResult<T>, { filtered, count }: Reading<T>): ListState<T> {
  const { data, isError, error, isPlaceholderData: busy } = result;
  const message = isError ? detailOrMessage(error) : null;
  if (data === undefined)
    return message === null ? { kind: 'pending' } : { kind: 'error', message };
  const kind = count(data) > 0 ? 'rows' : filtered ? 'no-match' : 'empty';
  return { kind, data, busy, staleMessage: message };
}
