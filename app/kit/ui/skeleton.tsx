import type { ComponentProps } from 'react';
import { cn } from './cn';

/** A grey placeholder for loading content. Hidden from screen readers, which read the loading text. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden
      className={cn('animate-pulse rounded-sm bg-sunken motion-reduce:animate-none', className)}
      {...props}
    />
  );
}
