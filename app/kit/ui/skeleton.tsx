import type { ComponentProps, CSSProperties } from 'react';
import { cn } from './cn';

/** A grey placeholder for loading content. Screen readers ignore it, as they read the loading text. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden
      className={cn('animate-pulse rounded-sm bg-sunken motion-reduce:animate-none', className)}
      {...props}
    />
  );
}

interface TableSkeletonProps {
  /** The columns of the table, or the list's function that makes them; missing for another shape. */
  columns: readonly unknown[] | ((onDelete: () => void) => readonly unknown[]);
  rows?: number | undefined;
}

/** Placeholder of a table, as high as its rows will be. A single element keeps its layout cheap. */
export function TableSkeleton({ columns, rows = 10 }: TableSkeletonProps) {
  const { length } = typeof columns === 'function' ? columns(() => {}) : columns;
  if (length === 0) return <Skeleton className="h-72 rounded-lg" />;
  const shape: CSSProperties & Record<`--${string}`, number> = {
    '--columns': length,
    '--rows': rows + 1,
  };
  return (
    <div
      aria-hidden
      className="table-bars animate-pulse rounded-lg border border-line shadow-card motion-reduce:animate-none"
      style={shape}
    />
  );
}
