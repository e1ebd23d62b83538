import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '~/components/feedback/error-state';
import { LoadingState } from '~/components/feedback/query-state';
import { recordState } from '~/components/feedback/record-state';
import { Skeleton } from '~/components/ui/skeleton';
import type { User } from '~/contract/user-reading';
import type { Versioned } from '~/contract/versioned';
import { userQueries } from '~/data/users/users.queries';
import { t } from '~/lib/texts';
import { useDocumentTitle } from '~/lib/use-document-title';
import { userTitle } from '~/lib/user-text';

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
  const user = useQuery(userQueries.detail(userId));
  useDocumentTitle(user.data && userTitle(user.data));
  const state = recordState(user);
  switch (state.kind) {
    case 'missing':
      return <UserMissing />;
    case 'loaded':
      return children(state.data, userId);
    case 'error':
      return <ErrorState text={t`Error loading user.`} onRetry={() => void user.refetch()} />;
    case 'pending':
      return (
        <LoadingState text={t`Loading user...`} queryKey={userQueries.detail(userId).queryKey}>
          <Skeleton className="h-80" />
        </LoadingState>
      );
  }
}

function UserMissing() {
  return <ErrorState text={t`User not found.`} />;
}
