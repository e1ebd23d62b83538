import type { CSSProperties } from 'react';

interface TableSkeletonProps {
  /** The columns of the table, or the function of a list that makes them. */
  columns: readonly unknown[] | ((onDelete: () => void) => readonly unknown[]);
  rows?: number;
}

/** Placeholder of a table, as high as its rows will be. A single element, so that its layout is cheap. */
export function TableSkeleton({ columns, rows = 10 }: TableSkeletonProps) {
  const shape: CSSProperties & Record<`--${string}`, number> = {
    '--columns': (typeof columns === 'function' ? columns(() => {}) : columns).length,
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
