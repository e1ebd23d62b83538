import { queryOptions } from '@tanstack/react-query';
import { embeddedQuery } from '~/rpc/queries';

const PROGRESS_INTERVAL_MS = 500;

export const bulkQueries = {
  /** Polled until the import has ended. */
  progress: (key: string) =>
    queryOptions({
      ...embeddedQuery('bulkImports.progress', { key }),
      refetchInterval: ({ state }) =>
        state.data?.state === 'finished' || state.data?.state === 'failed'
          ? false
          : PROGRESS_INTERVAL_MS,
      staleTime: 0,
      retry: false,
    }),
};
