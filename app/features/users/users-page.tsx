import type { ReactNode } from 'react';
import { ListHeader } from '~/components/list/list-header';
import { useSetSearch } from '~/components/list/use-set-search';
import type { UserQuery } from '~/data/users/user-search';
import { t } from '~/lib/texts';
import { UsersList } from './users-list';
import { UsersToolbar } from './users-toolbar';

interface UsersPageProps {
  query: UserQuery;
  exporting?: ReactNode;
}

/** Users Management (docs/behaviour.md, "People"). Search, building and page are in the URL. */
export function UsersPage({ query, exporting }: UsersPageProps) {
  const setSearch = useSetSearch<UserQuery>();
  return (
    <>
      <ListHeader
        title={t`Users Management`}
        exporting={exporting}
        add={t`Invite New User`}
        to="/users/invite"
      />
      <UsersToolbar
        query={query}
        onChange={(change, options) => setSearch({ ...change, page: 1 }, options)}
      />
      <UsersList query={query} onPage={(page, options) => setSearch({ page }, options)} />
    </>
  );
}
