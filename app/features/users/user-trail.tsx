import { Link } from '@tanstack/react-router';
import { listVisits } from '~/components/list/list-visit';
import { RecordTrail } from '~/components/list/record-trail';
import type { UserQuery } from '~/data/users/user-search';
import { t } from '~/lib/texts';

export const userVisits = listVisits<UserQuery>();

/** Back to the search that one came from, or to the plain list, and to the people before and after on its page. */
export function UserTrail({ userId }: { userId: number | null }) {
  const { query, ids } = userVisits.useLast();
  return (
    <RecordTrail
      id={userId}
      ids={ids}
      noun={t`person`}
      back={
        <Link to="/users" search={query} className="link">
          {t`Back to Users List`}
        </Link>
      }
      renderNeighbour={(id, props) => (
        <Link to="/users/$userId" params={{ userId: id }} {...props} />
      )}
    />
  );
}
