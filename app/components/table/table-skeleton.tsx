interface TableSkeletonProps {
  columns: number;
  rows?: number | undefined;
}

/** A table's shape while its rows load; as high as the rows will be. Its bars widen nothing around it. */
export function TableSkeleton({ columns, rows = 10 }: TableSkeletonProps) {
  return (
    <div
      aria-hidden
      className="contain-inline-size overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      {/* All bars at once: each of them would be a layer for the browser. */}
      <div className="animate-pulse motion-reduce:animate-none">
        <SkeletonRow columns={columns} bar="h-3 w-16 max-w-full" />
        {Array.from({ length: rows }, (_, row) => (
          <SkeletonRow
            key={row}
            columns={columns}
            // Uneven on purpose: bars of equal length look like a grid, not like text.
            bar={row % 3 === 0 ? 'h-3.5 w-11/12' : row % 3 === 1 ? 'h-3.5 w-3/5' : 'h-3.5 w-3/4'}
          />
        ))}
      </div>
    </div>
  );
}

interface SkeletonRowProps {
  columns: number;
  bar: string;
}

function SkeletonRow({ columns, bar }: SkeletonRowProps) {
  return (
    <div className="flex h-11 items-center gap-6 border-b border-line px-5 last:border-b-0">
      {Array.from({ length: columns }, (_, column) => (
        <div key={column} className="min-w-0 flex-1">
          <div className={`rounded-sm bg-sunken ${bar}`} />
        </div>
      ))}
    </div>
  );
}
