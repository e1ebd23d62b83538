import type { CSSProperties } from 'react';

interface TableSkeletonProps {
  /** Those of the table, or the function of a list that makes them. */
  columns: readonly unknown[] | ((onDelete: () => void) => readonly unknown[]);
  rows?: number;
}

/** A table's shape while its rows load, as high as the rows will be. One element: it is laid out before the rows are there. */
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
