import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '~/kit/feedback/error-state';
import { QueryContent } from '~/kit/feedback/query-content';
import { Skeleton } from '~/kit/ui/skeleton';
import type { User } from '~/users/user-reading';
import type { Versioned } from '~/rpc/versioned';
import { userQueries } from '~/users/queries';
import { isGone } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { useDocumentTitle } from '~/kit/layout/use-document-title';
import { userTitle } from '~/users/user-text';

interface UserStateProps {
  /** null where the URL has no valid id. */
  userId: number | null;
  children: (user: Versioned<User>, userId: number) => ReactNode;
}

/** A single user in each of its states; `children` renders the loaded one. */
export function UserState({ userId, children }: UserStateProps) {
  return userId === null ? <UserMissing /> : <LoadedUser userId={userId}>{children}</LoadedUser>;
}

function LoadedUser({ userId, children }: UserStateProps & { userId: number }) {
  const query = userQueries.detail(userId);
  const { data: user, error } = useQuery(query);
  useDocumentTitle(user && userTitle(user));
  if (isGone(user, error)) return <UserMissing />;
  return (
    <QueryContent
      query={query}
      loading={t`Loading user...`}
      error={t`Error loading user.`}
      skeleton={<Skeleton className="h-80" />}
    >
      {(loaded) => loaded && children(loaded, userId)}
    </QueryContent>
  );
}

function UserMissing() {
  return <ErrorState text={t`User not found.`} />;
}
