import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '~/kit/feedback/error-state';
import { QueryContent } from '~/kit/feedback/query-state';
import { Skeleton } from '~/kit/ui/skeleton';
import type { User } from '~/users/fields';
import type { Versioned } from '~/rpc/versioned';
import { userQueries } from '~/users/queries';
import { isRecordMissing } from '~/rpc/errors/app-error';
import { t } from '~/language/texts';
import { useDocumentTitle } from '~/kit/layout/page-focus';
import { userTitle } from '~/users/user-text';
import { cn } from '~/kit/ui/cn';

interface UserStateProps {
  /** Null if the URL has no valid id. */
  userId: number | null;
  /** Shows a list's row until the user has loaded. Nothing may be saved from such a row. */
  fromList?: boolean;
  children: (user: Versioned<User>, userId: number) => ReactNode;
}

/** A single user in each of its states; `children` renders the loaded one. */
export function UserState({ userId, ...props }: UserStateProps) {
  return userId === null ? <UserMissing /> : <KnownUser userId={userId} {...props} />;
}

function KnownUser({ userId, fromList, children }: UserStateProps & { userId: number }) {
  const { placeholderData, ...stored } = userQueries.shown(useQueryClient(), userId);
  const query = { ...stored, ...(fromList && { placeholderData }) };
  const { data: user, error } = useQuery(query);
  useDocumentTitle(user && userTitle(user));
  if (isRecordMissing(user, error)) return <UserMissing />;
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

/** Shown if a user has no image, or one that cannot be loaded. */
const PLACEHOLDER_URL = '/profile-placeholder.svg';

interface ProfileImageProps {
  url: string | null;
  /** Side of the square, in pixels. */
  size: number;
  className?: string;
}

export function ProfileImage({ url, size, className }: ProfileImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const image = url && url !== brokenUrl ? url : null;
  return (
    <img
      src={image ?? PLACEHOLDER_URL}
      alt={image ? t`Profile picture` : t`No profile picture`}
      width={size}
      height={size}
      loading="lazy"
      className={cn(
        'aspect-square rounded-full bg-sunken object-cover',
        !image && 'dark:hue-rotate-180 dark:invert',
        className,
      )}
      onError={() => setBrokenUrl(image)}
    />
  );
}
