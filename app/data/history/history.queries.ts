import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '~/contract/calls';
import type { RecordKind } from '~/contract/history';
import type { HistoryFilter } from '~/contract/history-schemas';
import { read } from '../call';
import { ownAnswer, readOwn } from '../own-call';
import { withVersion } from '../record-version';
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

/** The entries as a CSV file. */
export async function exportHistory(search: HistorySearch): Promise<Blob> {
  return (await read('history.export', { query: toHistoryFilter(search) })).blob();
}

/** The values of today, for the dialog that writes earlier ones, and those before a change. */
export function earlierValuesQuery(source: CallInput<'history.values'>) {
  return queryOptions({
    queryKey: ['history', 'values', source] as const,
    queryFn: async ({ signal }) => {
      const response = await read('history.values', source, { signal });
      return withVersion(response, await ownAnswer('history.values', response));
    },
    staleTime: 0,
    gcTime: 0,
  });
}
