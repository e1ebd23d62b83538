import type { ComponentProps } from 'react';
import { cn } from './cn';

interface TableProps extends ComponentProps<'table'> {
  /** Number columns are right-aligned. */
  headings: ReadonlyArray<string | { number: string }>;
}

/** A plain table for short lists. Long or sortable ones use app/kit/table/data-table.tsx. */
export function Table({ headings, className, children, ...props }: TableProps) {
  return (
    <div className="overflow-x-auto">
      <table className={cn('w-full border-collapse text-left', className)} {...props}>
        <TableHead>
          <TableRow>
            {headings.map((heading) =>
              typeof heading === 'string' ? (
                <TableHeader key={heading}>{heading}</TableHeader>
              ) : (
                <TableHeader key={heading.number} className="text-right">
                  {heading.number}
                </TableHeader>
              ),
            )}
          </TableRow>
        </TableHead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={cn('text-sm text-muted', className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cn('border-b border-line last:border-0', className)} {...props} />;
}

export function TableHeader({ className, scope = 'col', ...props }: ComponentProps<'th'>) {
  return <th scope={scope} className={cn('px-3 py-2 font-medium', className)} {...props} />;
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cn('px-3 py-2 align-middle', className)} {...props} />;
}
