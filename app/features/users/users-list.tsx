import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { ListCount } from '~/components/list/list-count';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { Pagination } from '~/components/table/pagination';
import { RowLinks } from '~/components/table/row-links';
import { Button } from '~/components/ui/button';
import { USERS_PAGE_SIZE } from '~/contract/limits';
import type { User, UserPage } from '~/contract/user-reading';
import type { UserQuery } from '~/data/users/user-search';
import { userQueries } from '~/data/users/users.queries';
import { msg, t } from '~/lib/texts';
import {
  APARTMENT,
  associationColumns,
  BUILDING_NAME,
  DATE_CREATED,
  ROLE,
} from './association-table';
import { DeleteUser } from './delete-user';
import {
  ALL_EXPANDED,
  ExpansionContext,
  isExpandable,
  isExpanded,
  NOTHING_EXPANDED,
  toggleExpanded,
  type Expansion,
} from './expansion';
import { useNextPage } from './use-next-page';
import { userColumns } from './user-columns';
import { userVisits } from './user-trail';

const COLUMN_COUNT = 7;

const TEXTS: ListTexts = {
  loading: msg`Loading users...`,
  error: (message) => t`Error loading users: ${message}`,
  empty: { title: msg`No users yet`, description: msg`Invite the first person to get started.` },
  noMatch: {
    title: msg`No users match`,
    description: msg`No users match your search and building.`,
  },
};

const ASSOCIATION_COLUMNS = associationColumns([BUILDING_NAME, APARTMENT, ROLE, DATE_CREATED]);

interface UsersListProps {
  query: UserQuery;
  onPage: (page: number, options?: { replace: boolean }) => void;
}

/** The users of one page in each of their states. Earlier rows stay while the next page loads. */
export function UsersList({ query, onPage }: UsersListProps) {
  const users = useQuery(userQueries.list(query));
  const { data, isPlaceholderData } = users;
  userVisits.useRemember(query, isPlaceholderData ? undefined : data?.users);
  const totalPages = Math.max(1, data?.totalPages ?? 1);
  const isCurrent = data !== undefined && !isPlaceholderData;
  const prefetch = useNextPage(query, totalPages, isCurrent);

  const pastTheEnd = isCurrent && query.page > totalPages;
  useEffect(() => {
    if (pastTheEnd) onPage(totalPages, { replace: true });
  });

  const page = Math.min(query.page, totalPages);
  const filtered = query.search !== '' || query.condo_id !== null || query.inactive !== '';
  return (
    <ListQuery
      query={users}
      queryKey={userQueries.list(query).queryKey}
      texts={TEXTS}
      filtered={filtered}
      count={(loaded) => loaded.users.length}
      skeleton={<TableSkeleton columns={COLUMN_COUNT} rows={USERS_PAGE_SIZE} />}
    >
      {({ data: loaded, busy, empty }) => (
        <>
          <UsersTable page={loaded} busy={busy} empty={empty} />
          {(loaded.users.length > 0 || totalPages > 1) && (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p role="status" className="text-muted tabular-nums">
                {t`Showing page ${busy ? loaded.currentPage : page} of ${totalPages}`}
              </p>
              <Pagination current={page} total={totalPages} onPage={onPage} onIntent={prefetch} />
            </div>
          )}
        </>
      )}
    </ListQuery>
  );
}

interface UsersTableProps {
  page: UserPage;
  busy: boolean;
  empty: ReactNode;
}

function UsersTable({ page: { users, total }, busy, empty }: UsersTableProps) {
  const [deleting, setDeleting] = useState<User | null>(null);
  const [expansion, setExpansion] = useState<Expansion>(NOTHING_EXPANDED);
  const columns = useMemo(() => userColumns(setDeleting), []);
  const handle = useMemo(
    () => ({
      expansion,
      toggle: (id: number) => setExpansion((before) => toggleExpanded(before, id)),
    }),
    [expansion],
  );
  const expandable = users.filter(isExpandable);
  const allExpanded =
    expandable.length > 0 && expandable.every((user) => isExpanded(expansion, user));
  return (
    <ExpansionContext value={handle}>
      <div className="grid gap-3">
        <div className="flex items-center justify-between">
          {total !== null && <ListCount count={total} total={null} noun={['user', 'users']} />}
          <Button
            variant="secondary"
            size="sm"
            className="ml-auto"
            aria-disabled={expandable.length === 0}
            onClick={() =>
              expandable.length > 0 && setExpansion(allExpanded ? NOTHING_EXPANDED : ALL_EXPANDED)
            }
          >
            {allExpanded ? t`Collapse All` : t`Expand All`}
          </Button>
        </div>
        <RowLinks>
          <DataTable
            caption={t`Users`}
            columns={columns}
            data={users}
            busy={busy}
            rowClass={inactiveClass}
            renderDetail={(user) =>
              isExpanded(expansion, user) && (
                <DataTable
                  caption={t`Associations`}
                  columns={ASSOCIATION_COLUMNS}
                  data={user.condo_associations}
                  size="narrow"
                />
              )
            }
            empty={empty}
          />
        </RowLinks>
      </div>
      <DeleteUser user={deleting} onDone={() => setDeleting(null)} />
    </ExpansionContext>
  );
}

/** Greyed out, but readable. */
function inactiveClass(user: User): string | undefined {
  return user.is_active ? undefined : 'bg-sunken text-muted';
}
