import { Link, useNavigate } from '@tanstack/react-router';
import { PageHeader } from '~/components/layout/page-header';
import { buttonVariants } from '~/components/ui/button';
import type { UserQuery } from '~/data/users/users.queries';
import { UsersList } from './users-list';
import { UsersToolbar } from './users-toolbar';

/** Users Management (docs/behaviour.md, "People"). Search, building and page are in the URL. */
export function UsersPage({ query }: { query: UserQuery }) {
  const navigate = useNavigate();
  const setSearch = (change: Partial<UserQuery>, replace = false) =>
    void navigate({
      to: '/users',
      search: (before) => ({ ...before, ...change }),
      replace,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title="Users Management"
        actions={
          <Link to="/users/invite" className={buttonVariants({ variant: 'primary' })}>
            Invite New User
          </Link>
        }
      />
      <UsersToolbar
        search={query.search}
        condoId={query.condo_id}
        onSearch={(search, { replace }) => setSearch({ search, page: 1 }, replace)}
        onCondo={(condo_id) => setSearch({ condo_id, page: 1 })}
      />
      <UsersList query={query} onPage={(page, options) => setSearch({ page }, options?.replace)} />
    </>
  );
}
