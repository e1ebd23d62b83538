import type { CSSProperties } from 'react';

/** A table's shape while its rows load, as high as the rows will be. One element: it is laid out before the rows are there. */
export function TableSkeleton({ columns, rows = 10 }: { columns: number; rows?: number }) {
  const shape: CSSProperties & Record<`--${string}`, number> = {
    '--columns': columns,
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
