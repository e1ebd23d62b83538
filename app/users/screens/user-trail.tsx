import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { idsOf, listVisits } from '~/kit/list/list-visit';
import { RecordTrail } from '~/kit/list/record-trail';
import { userSearch, type UserQuery } from '~/users/search';
import { userQueries } from '~/users/queries';
import { t } from '~/language/texts';

export const userVisits = listVisits<UserQuery>();

/**
 * Links to the last search or the plain list, and to the previous and next person, also across pages. On
 * the edit page (`edits`), and right after saving there, the neighbours' forms open.
 */
export function UserTrail({ userId, edits }: { userId: number | null; edits?: boolean }) {
  const isEditing = useLocation({ select: ({ state }) => edits || state.field !== undefined });
  const to = isEditing ? '/users/$userId/edit' : '/users/$userId';
  const { query, ids } = userVisits.useLast(userId);
  const isListed = userId !== null && ids.includes(userId);
  const before = useAdjacentPage(query, -1, isListed && ids[0] === userId);
  const after = useAdjacentPage(query, 1, isListed && ids.at(-1) === userId);
  userVisits.useAdjacent(before);
  userVisits.useAdjacent(after);
  return (
    <RecordTrail
      id={userId}
      ids={[...(before?.ids ?? []), ...ids, ...(after?.ids ?? [])]}
      noun={t`person`}
      formKey={`user/${userId}`}
      back={
        <Link to="/users" search={query} className="link">
          {t`Back to Users List`}
        </Link>
      }
      renderNeighbour={(id, props) => <Link to={to} params={{ userId: id }} {...props} />}
    />
  );
}

/** The page before or after a page of the list; undefined until it is loaded, or if it does not exist. */
function useAdjacentPage(query: Partial<UserQuery>, step: -1 | 1, isNeeded: boolean) {
  const whole = { ...userSearch.defaults, ...query };
  const page = whole.page + step;
  const { data, isPlaceholderData } = useQuery({
    ...userQueries.list({ ...whole, page }),
    enabled: isNeeded && page > 0,
  });
  const users = !isPlaceholderData && data && page <= data.totalPages ? data.users : undefined;
  return useMemo(
    () => (isNeeded && users ? { query: { ...query, page }, ids: idsOf(users) } : undefined),
    [isNeeded, users, query, page],
  );
}
