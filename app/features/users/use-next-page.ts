import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { whenIdle } from '~/lib/page-moments';
import type { UserQuery } from '~/data/users/user-search';
import { userQueries } from '~/data/users/users.queries';

/**
 * Prefetches the next page when the browser is idle, so that Next shows it at once. `ready`: the current page has
 * loaded. Returns a function that prefetches any page, for a pointer or focus that reaches its number. What is still on its
 * way for other filters is cancelled.
 */
export function useNextPage(query: UserQuery, totalPages: number, ready: boolean) {
  const client = useQueryClient();
  const { search, page, condo_id, inactive } = query;
  const prefetch = useCallback(
    (wanted: number) =>
      void client.prefetchQuery(userQueries.list({ search, page: wanted, condo_id, inactive })),
    [client, search, condo_id, inactive],
  );
  const next = ready && page < totalPages ? page + 1 : null;
  useEffect(() => (next === null ? undefined : whenIdle(() => prefetch(next))), [next, prefetch]);
  useEffect(
    () => () => {
      const queryKey = [...userQueries.lists(), { search, condo_id, inactive }];
      void client.cancelQueries({ queryKey, type: 'inactive' });
    },
    [client, search, condo_id, inactive],
  );
  return prefetch;
}
