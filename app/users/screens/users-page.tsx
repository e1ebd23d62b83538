import { copyChosenEmails } from '~/kit/selection/copy-text';
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ListCount } from '~/kit/ui/list-count';
import { ListPages, ListTable } from '~/kit/list/list-table';
import {
  ListScreen,
  type ListPageProps,
  type ListRows,
  type ScreenList,
} from '~/kit/list/list-screen';
import { deletion, type OwnAction } from '~/kit/selection/batch-action';
import type { Choice } from '~/kit/selection/selection';
import { DataTable } from '~/kit/table/data-table';
import { Button } from '~/kit/ui/button';
import { readUser, type User } from '~/users/fields';
import type { UserQuery } from '~/users/search';
import { userMutations, userQueries } from '~/users/queries';
import { apiKind } from '~/rpc/api-kind';
import { msg, t } from '~/language/texts';
import {
  APARTMENT,
  associationColumns,
  BUILDING_NAME,
  DATE_CREATED,
  ROLE,
} from './association-table';
import { deleteQuestion, DeleteUser } from './delete-user';
import {
  ALL_EXPANDED,
  ExpansionContext,
  isExpandable,
  isExpanded,
  NOTHING_EXPANDED,
  toggleExpanded,
  type Expansion,
} from './expansion';
import type { MergeRequest } from './merge-dialog';
import { MergePeople } from './merge-people';
import { userTitle } from '~/users/user-text';
import { userColumns } from './user-columns';
import { userVisits } from './user-trail';
import { UsersToolbar } from './users-toolbar';
import type { TenancyTask } from '~/users/tenancy/task';
import { TaskDialog } from '~/users/tenancy/task-dialog';

/** Delay after a page is shown before the next one is prefetched. */
const SETTLE_MS = 1_500;

export const usersList: ScreenList<User> = {
  heading: msg`Users Management`,
  loading: msg`Loading users...`,
  error: (message) => t`Error loading users: ${message}`,
  empty: { title: msg`No users yet`, description: msg`Invite the first person to get started.` },
  noMatch: {
    title: msg`No users match`,
    description: msg`No users match your search and building.`,
  },
  columns: userColumns,
};

const ASSOCIATION_COLUMNS = associationColumns([BUILDING_NAME, APARTMENT, ROLE, DATE_CREATED]);

/** Users Management (docs/behaviour/users.md). */
export function UsersPage(props: ListPageProps<UserQuery>) {
  const { query } = props;
  const { data, isPlaceholderData } = useQuery(userQueries.list(query));
  userVisits.useRemember(query, isPlaceholderData ? undefined : data?.users);
  const { each } = userMutations.useRemoval();
  const [merging, setMerging] = useState<MergeRequest | null>(null);
  const prefetch = useNextPage(query, data?.totalPages ?? 1, !isPlaceholderData);
  return (
    <ListScreen
      {...props}
      add={t`Invite New User`}
      to="/users/invite"
      addOther={apiKind().isEmbedded && <AddPerson />}
      renderFilters={(bar) => <UsersToolbar {...bar} />}
      list={userQueries.list}
      rows={({ users }) => users}
      of={usersList}
      noun={['user', 'users']}
      count={null}
      pages={
        data !== undefined &&
        data.totalPages > 1 && { total: data.total, readChoice: (row) => toChoice(readUser(row)) }
      }
      choices={{
        toChoice,
        actions: [
          copyChosenEmails(),
          ...(apiKind().isEmbedded ? [mergeAction(setMerging)] : []),
          {
            ...deletion(t`Failed to delete user.`, each),
            question: (what, count) =>
              count === 1
                ? deleteQuestion()
                : t`Are you sure you want to delete ${what}? This action will deactivate their accounts and remove all their building associations. This action cannot be undone.`,
          },
        ],
      }}
    >
      {(rows, { currentPage, totalPages, total }) => (
        <>
          <MergePeople request={merging} onDone={() => setMerging(null)} />
          <UsersTable rows={rows} total={total} />
          <ListPages
            requested={query.page}
            shown={currentPage}
            total={totalPages}
            busy={rows.busy}
            always={rows.data.length > 0}
            size={apiKind().isEmbedded ? query.page_size : undefined}
            onIntent={prefetch}
          />
        </>
      )}
    </ListScreen>
  );
}

function mergeAction(onMerge: (request: MergeRequest) => void): OwnAction {
  return {
    label: t`Merge...`,
    only: 2,
    onPress(choices, drop) {
      const ids = choices.map(({ id }) => id);
      onMerge({ ids, onMerged: () => drop(ids) });
    },
  };
}

/** Adds a person without an invitation. Embedded API only. */
function AddPerson() {
  const [task, setTask] = useState<TenancyTask | null>(null);
  return (
    <>
      <Button variant="secondary" data-palette onClick={() => setTask({ kind: 'add' })}>
        {t`Add person`}
      </Button>
      <TaskDialog task={task} onDone={() => setTask(null)} />
    </>
  );
}

/**
 * Prefetches the next page once this one is `ready`. Other filters cancel it. Returns a function that
 * prefetches a page.
 */
function useNextPage(query: UserQuery, totalPages: number, ready: boolean) {
  const client = useQueryClient();
  const { page, ...requested } = query;
  const [filters, setFilters] = useState(requested);
  if (hashKey([filters]) !== hashKey([requested])) setFilters(requested);
  const prefetch = useCallback(
    (target: number) => void client.prefetchQuery(userQueries.list({ ...filters, page: target })),
    [client, filters],
  );
  const next = ready && page < totalPages ? page + 1 : null;
  useEffect(() => {
    if (next === null) return undefined;
    const timer = setTimeout(prefetch, SETTLE_MS, next);
    return () => clearTimeout(timer);
  }, [next, prefetch]);
  useEffect(
    () => () => {
      const queryKey = [...userQueries.lists(), filters];
      void client.cancelQueries({ queryKey, type: 'inactive' });
    },
    [client, filters],
  );
  return prefetch;
}

function UsersTable({ rows, total }: { rows: ListRows<User>; total: number | null }) {
  const [expansion, setExpansion] = useState<Expansion>(NOTHING_EXPANDED);
  const handle = useMemo(
    () => ({
      expansion,
      toggle: (id: number) => setExpansion((before) => toggleExpanded(before, id)),
    }),
    [expansion],
  );
  const expandable = rows.data.filter(isExpandable);
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
            onClick={() => setExpansion(allExpanded ? NOTHING_EXPANDED : ALL_EXPANDED)}
          >
            {allExpanded ? t`Collapse All` : t`Expand All`}
          </Button>
        </div>
        <ListTable
          {...rows}
          caption={t`Users`}
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
          renderDelete={(user, onDone) => <DeleteUser user={user} onDone={onDone} />}
        />
      </div>
    </ExpansionContext>
  );
}

/** Inactive users cannot be chosen, since no action applies to them. */
function toChoice(user: User): Choice | null {
  const { id, is_active, email } = user;
  return id === null || !is_active ? null : { id, name: userTitle(user), email };
}

/** Class of an inactive user's row, greyed out but readable. */
function inactiveClass(user: User): string | undefined {
  return user.is_active ? undefined : 'bg-sunken text-muted';
}
