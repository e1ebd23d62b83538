import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';

/** A grey placeholder for loading content. Hidden from screen readers, which read the loading text. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden
      className={cn(
        'animate-shimmer rounded-sm bg-sunken bg-[linear-gradient(100deg,transparent_35%,var(--sheen)_50%,transparent_65%)] bg-size-[200%_100%] motion-reduce:animate-none',
        className,
      )}
      {...props}
    />
  );
}
