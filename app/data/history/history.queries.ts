import { infiniteQueryOptions, keepPreviousData, mutationOptions } from '@tanstack/react-query';
import type { RecordKind } from '~/contract/history';
import type { HistoryFilter } from '~/contract/history-schemas';
import { read } from '../call';
import { readOwn } from '../own-call';
import { toHistoryFilter, WITHOUT_SIGN_INS } from './history-filter';
import type { HistorySearch } from './history-search';

const FIRST_PAGE: number | null = null;

/** Newest first; each page continues after the one before. */
export const historyQueries = {
  list: (search: HistorySearch) => pages(toHistoryFilter(search)),
  ofRecord: (kind: RecordKind, record: number, signIns = true) =>
    pages({ kind, record, ...(!signIns && WITHOUT_SIGN_INS) }),
};

function pages(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: ['history', 'list', filter],
    queryFn: ({ signal, pageParam: before }) =>
      readOwn(
        'history.list',
        { query: { ...filter, ...(before !== null && { before }) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // The reader looks for changes of a moment ago.
    staleTime: 0,
  });
}

export const historyMutations = {
  /** The entries as a CSV file. */
  export: () =>
    mutationOptions({
      mutationFn: async (search: HistorySearch): Promise<Blob> =>
        (await read('history.export', { query: toHistoryFilter(search) })).blob(),
    }),
};
