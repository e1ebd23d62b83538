import { queryOptions } from '@tanstack/react-query';
import { readBulkImports, readBulkProgress } from '~/contract/bulk-imports-reading';
import { readAnswer } from '../answer';
import { bulkProgressFn, listBulkImportsFn } from './bulk.functions';

/** How often the progress of a running import is polled. */
const PROGRESS_INTERVAL_MS = 500;

/** Embedded API only: use where capabilities.bulkImports is true. */
export const bulkQueries = {
  all: () => ['bulk'] as const,
  imports: () =>
    queryOptions({
      queryKey: [...bulkQueries.all(), 'imports'],
      queryFn: async ({ signal }) =>
        readAnswer(await listBulkImportsFn({ signal }), readBulkImports),
    }),
  /** Polled until the import has ended. */
  progress: (key: string) =>
    queryOptions({
      queryKey: [...bulkQueries.all(), 'progress', key],
      queryFn: async ({ signal }) =>
        readAnswer(await bulkProgressFn({ data: key, signal }), readBulkProgress),
      refetchInterval: ({ state }) =>
        state.data?.state === 'finished' || state.data?.state === 'failed'
          ? false
          : PROGRESS_INTERVAL_MS,
      staleTime: 0,
    }),
};
