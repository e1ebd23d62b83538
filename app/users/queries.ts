import { queryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import { USERS_PAGE_SIZE } from '~/fields/limits';
import { readRecord, readId } from '~/fields/reading';
import { readUser, readUserPage, type User, type UserPage, type CondoAssociation } from './fields';
import type { Versioned } from '~/rpc/versioned';
import { apiKind } from '~/rpc/api-kind';
import { readAnswer, withVersion } from '~/rpc/wire';
import { read, change } from '~/rpc/client.functions';
import { listAnswer, invalidateAfter, listedRecord, removals } from '~/rpc/queries';
import { userSearch, type UserQuery } from './search';
import type { UserNames } from './schema';
import type { Occupant } from './tenancy/tenancy-list';
import { userTitle } from './user-text';
import { changeSessionUser, getSession } from '~/rpc/session-store';

/** Filters and sort on the wire. An external API supports only search and building. Defaults are not sent. */
export function toUserFilters(query: UserQuery) {
  const { search, condo_id, inactive, role, sort_by, sort_order } = query;
  const { isEmbedded } = apiKind();
  const isSorted = sort_by !== userSearch.defaults.sort_by || sort_order !== 'asc';
  return {
    search,
    ...(condo_id !== null && { condo_id }),
    ...(isEmbedded && inactive !== '' && { inactive }),
    ...(isEmbedded && role !== '' && { role }),
    ...(isEmbedded && isSorted && { sort_by, sort_order }),
  };
}

/**
 * Wire query of a page. Only the embedded API gets page sizes other than ten, and the request for the
 * total.
 */
export function toUserListQuery(query: UserQuery) {
  const { isEmbedded } = apiKind();
  return {
    page: query.page,
    page_size: isEmbedded ? query.page_size : USERS_PAGE_SIZE,
    ...toUserFilters(query),
    ...(isEmbedded && { with_total: 'true' as const }),
  };
}

export const userQueries = {
  lists: () => ['users', 'list'] as const,
  list: (query: UserQuery) =>
    queryOptions({
      queryKey: [...userQueries.lists(), query],
      ...listAnswer(
        'users',
        (options) => read('users.list', { query: toUserListQuery(query) }, options),
        readUserPage,
      ),
    }),
  /** The first active people that match a text, for the tasks with tenancies. */
  active: (search: string) =>
    queryOptions({
      queryKey: [...userQueries.lists(), 'active', search],
      ...listAnswer(
        'users',
        (options) =>
          read(
            'users.list',
            { query: { search, page: 1, page_size: USERS_PAGE_SIZE, inactive: 'none' } },
            options,
          ),
        readUserPage,
      ),
    }),
  ofCondo: (condoId: number, page = 1) =>
    userQueries.list({ ...userSearch.defaults, page, condo_id: condoId }),
  /** One user. Some APIs answer null for a missing one. */
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
  /** The query of `detail`, which shows a list's row until the user has loaded. */
  shown: (client: QueryClient, id: number) => ({
    ...userQueries.detail(id),
    placeholderData: () => {
      const lists = client.getQueriesData<UserPage>({ queryKey: userQueries.lists() });
      return listedRecord(client, lists, id, ({ users }) => users);
    },
  }),
};

export const userMutations = {
  update: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: ({ names, version }: { names: UserNames; version: string | null }) =>
        change('users.update', { id, body: names, version }),
      onSuccess: ({ version }, { names }) => {
        rename(client, id, names, version);
        invalidateAfter(client, 'users.update');
      },
    }),
  /** Deactivates the account and removes its associations. */
  useRemoval: removals(
    'user',
    (client) => void client.invalidateQueries({ queryKey: userQueries.lists() }),
  ),
  useAssociationRemoval: removals('association'),
};

/** Shows saved names at once wherever the person appears, also in the header. A refetch follows. */
function rename(client: QueryClient, id: number, names: UserNames, version: string | null): void {
  if (readId(getSession()?.user.id) === id) changeSessionUser(names);
  client.setQueryData(
    userQueries.detail(id).queryKey,
    (user) => user && { ...user, ...names, version },
  );
  client.setQueriesData<UserPage>(
    { queryKey: userQueries.lists() },
    (page) =>
      page && {
        ...page,
        users: page.users.map((user) => (user.id === id ? { ...user, ...names } : user)),
      },
  );
}

/** The building of an association: its id, or only its name. */
export interface NamedCondo {
  condoId: number;
  condoName: string | null;
}

/** True if the association is with this building. The contract sends the name; some APIs also send the id. */
export function isOfCondo(
  { condo_id, condo_name }: Pick<CondoAssociation, 'condo_id' | 'condo_name'>,
  { condoId, condoName }: NamedCondo,
): boolean {
  return condo_id === null ? condoName !== null && condo_name === condoName : condo_id === condoId;
}

export function associationsWith({ condo_associations }: User, condo: NamedCondo) {
  return condo_associations.filter((association) => isOfCondo(association, condo));
}

/**
 * The people of a building with their associations there. The API reports no past or future associations
 * here.
 */
export function occupantsOf(users: readonly User[], condo: NamedCondo): Occupant[] {
  return users.flatMap((user) =>
    associationsWith(user, condo).map((association) =>
      Object.assign({}, association, {
        user_id: user.id,
        name: userTitle(user),
        email: user.email,
        state: 'current' as const,
      }),
    ),
  );
}
