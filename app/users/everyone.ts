import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { USERS_PAGE_SIZE, USERS_PAGE_SIZE_MAX } from '~/fields/limits';
import { readUserPage, type UserPage } from './fields';
import { isRejected } from '~/rpc/errors/app-error';
import { readAnswer } from '~/rpc/wire';
import { read } from '~/rpc/client.functions';
import { userQueries } from './queries';

const FIRST_PAGE = { page: 1, size: USERS_PAGE_SIZE_MAX };

/** All people of a building, in pages of 100, or of the default size if the API rejects 100. */
function everyoneOf(condoId: number) {
  return infiniteQueryOptions({
    queryKey: ['users', 'everyone', condoId],
    queryFn: async ({ signal, pageParam: { page, size } }): Promise<UserPage> => {
      const readPage = async (page_size: number) =>
        readAnswer(
          await read('users.list', { query: { page, page_size, condo_id: condoId } }, { signal }),
          readUserPage,
        );
      try {
        return await readPage(size);
      } catch (error) {
        if (!isRejected(error) || size === USERS_PAGE_SIZE) throw error;
        return readPage(USERS_PAGE_SIZE);
      }
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ totalPages }, pages) => {
      const size = isOfHundred(pages) ? USERS_PAGE_SIZE_MAX : USERS_PAGE_SIZE;
      return pages.length < totalPages ? { page: pages.length + 1, size } : null;
    },
  });
}

function isOfHundred([first]: readonly UserPage[]): boolean {
  return first !== undefined && (first.users.length > USERS_PAGE_SIZE || first.totalPages <= 1);
}

/**
 * Reads all people of a building; `users` is null until all are loaded. Small pages are read only if
 * `isRequested`.
 */
export function useEveryone(condoId: number, isRequested: boolean) {
  const painted = useDeferredValue(true, false);
  // The People card has read this page already. Usually it has everyone.
  const { data: first } = useQuery(userQueries.ofCondo(condoId));
  const hasMore = first !== undefined && first.totalPages > 1;
  const all = useInfiniteQuery({ ...everyoneOf(condoId), enabled: painted && hasMore });
  const pages = all.data?.pages ?? [];
  const goesOn = all.hasNextPage && (isRequested || isOfHundred(pages));
  const { fetchNextPage, isFetching, isError } = all;
  const readPages = pages.length;
  // Runs after each page. A fast page may arrive before a render has seen that it was being fetched.
  useEffect(() => {
    if (readPages > 0 && goesOn && !isFetching && !isError)
      void fetchNextPage({ cancelRefetch: false });
  }, [readPages, goesOn, isFetching, isError, fetchNextPage]);
  const isWhole = all.data !== undefined && !all.hasNextPage;
  const known = isWhole ? pages.flatMap(({ users }) => users) : null;
  return {
    users: first && !hasMore ? first.users : known,
    pages: { read: readPages, total: pages[0]?.totalPages ?? null },
    isError,
    /** True if the remaining pages are read only on request. */
    isOnDemand: all.hasNextPage && !isOfHundred(pages),
    retry: () => void (all.data ? fetchNextPage() : all.refetch()),
  };
}
