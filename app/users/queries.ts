import { queryOptions } from '@tanstack/react-query';
import { USERS_PAGE_SIZE } from '~/fields/limits';
import { readRecord } from '~/fields/reading';
import { readUser, readUserPage, type User } from './user-reading';
import type { Versioned } from '~/rpc/versioned';
import { apiKind } from '~/rpc/api-kind';
import { readAnswer, withVersion } from '~/rpc/wire';
import { read } from '~/rpc/client.functions';
import { listAnswer } from '~/rpc/queries';
import { userSearch, type UserQuery } from './user-search';

/** The filters on the wire; the embedded API alone knows whom it calls inactive. */
export function toUserFilters({ search, condo_id, inactive }: UserQuery) {
  return {
    search,
    ...(condo_id !== null && { condo_id }),
    ...(inactive !== '' && apiKind().isEmbedded && { inactive }),
  };
}

/** Wire query of a list, ten users per page. Only the embedded API is asked for their total. */
export function toUserListQuery(query: UserQuery) {
  return {
    page: query.page,
    page_size: USERS_PAGE_SIZE,
    ...toUserFilters(query),
    ...(apiKind().isEmbedded && { with_total: 'true' as const }),
  };
}

export const userQueries = {
  lists: () => ['users', 'list'] as const,
  list: (query: UserQuery) =>
    queryOptions({
      queryKey: [...userQueries.lists(), query],
      ...listAnswer(
        (options) => read('users.list', { query: toUserListQuery(query) }, options),
        readUserPage,
      ),
    }),
  ofCondo: (condoId: number, page = 1) =>
    userQueries.list({ ...userSearch.defaults, page, condo_id: condoId }),
  /** One user; some APIs answer null for a missing one. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['users', 'detail', id],
      queryFn: async ({ signal }): Promise<Versioned<User> | null> => {
        const response = await read('users.get', { id }, { signal });
        const user = await readAnswer(response, (answer) =>
          answer === null ? null : readUser(readRecord(answer)),
        );
        return user && withVersion(response, user);
      },
    }),
};
