import { useState } from 'react';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';

/** Used when a user has no image, or one that cannot be loaded. */
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
