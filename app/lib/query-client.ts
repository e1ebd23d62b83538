import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './app-error';

const RETRY_LIMIT = 3;
const RETRY_FIRST_DELAY_MS = 1_000;
const RETRY_DELAY_LIMIT_MS = 30_000;
const RETENTION_MS = 5 * 60_000;
/** A list that a loader has just fetched is not fetched again by the screen that shows it. */
const FRESH_MS = 5_000;

/** The delay before retry number `failures` (from 0): 1 s, 2 s, 4 s ... capped at 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(RETRY_FIRST_DELAY_MS * 2 ** failures, RETRY_DELAY_LIMIT_MS);
}

/** Queries are retried where that can help, changes never (docs/behaviour.md, "Errors"). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < RETRY_LIMIT && isTransient(error),
        retryDelay,
        gcTime: RETENTION_MS,
        staleTime: FRESH_MS,
        // A request that failed in the loader is not repeated when the screen mounts.
        retryOnMount: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
