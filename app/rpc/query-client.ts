import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '~/rpc/errors/app-error';

const RETRY_LIMIT = 3;
const RETENTION_MS = 5 * 60_000;
/** Time for which the result of a change stays in memory. It may contain all rows of a file. */
const CHANGE_RETENTION_MS = 1_000;
/** Age up to which a screen does not fetch a list again that its loader has fetched. */
const FRESH_MS = 5_000;

/** Queries are retried after transient errors. Changes are never retried (docs/behaviour/errors.md). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < RETRY_LIMIT && isTransient(error),
        gcTime: RETENTION_MS,
        staleTime: FRESH_MS,
        // A request that failed in the loader is not repeated when the screen mounts.
        retryOnMount: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always', gcTime: CHANGE_RETENTION_MS },
    },
  });
}
