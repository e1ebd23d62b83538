import { infiniteQueryOptions, keepPreviousData, mutationOptions } from '@tanstack/react-query';
import type { RecordKind } from '~/contract/history';
import { readHistoryPage } from '~/contract/history-reading';
import type { HistoryFilter } from '~/contract/history-schemas';
import { readAnswer } from '../answer';
import { exportHistoryFn, listHistoryFn } from './history.functions';
import { toHistoryFilter } from './history-filter';
import type { HistorySearch } from './history-search';

const FIRST_PAGE: number | null = null;

/** Embedded API only: use where capabilities.history is true. Newest first; each page continues after the one before. */
export const historyQueries = {
  all: () => ['history'] as const,
  list: (search: HistorySearch) => pages(toHistoryFilter(search)),
  ofRecord: (kind: RecordKind, record: number) => pages({ kind, record }),
};

function pages(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: [...historyQueries.all(), filter],
    queryFn: async ({ signal, pageParam: before }) =>
      readAnswer(
        await listHistoryFn({ data: { ...filter, ...(before !== null && { before }) }, signal }),
        readHistoryPage,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // What someone did a moment ago is what the reader looks for.
    staleTime: 0,
  });
}

export const historyMutations = {
  /** The entries as a CSV file. */
  export: () =>
    mutationOptions({
      mutationFn: async (search: HistorySearch): Promise<Blob> =>
        (await exportHistoryFn({ data: toHistoryFilter(search) })).blob(),
    }),
};
