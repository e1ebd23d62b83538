import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonVariants } from '~/kit/ui/button';
import { t } from '~/language/texts';

/** Props of the router link to the previous or next record. */
interface NeighbourProps {
  rel: 'prev' | 'next';
  'data-key': '[' | ']';
  'aria-label': string;
  className: string;
  children: ReactNode;
}

interface RecordTrailProps {
  back: ReactNode;
  /** The page's record, and the records of the list it was opened from. */
  id: number | null;
  ids: readonly number[];
  /** Name of a record: "building". */
  noun: string;
  renderNeighbour: (id: number, props: NeighbourProps) => ReactNode;
}

/** Links above a record's heading: back to its list, previous and next record (keys `[` and `]`). */
export function RecordTrail({ back, id, ids, noun, renderNeighbour }: RecordTrailProps) {
  const position = id === null ? -1 : ids.indexOf(id);
  const previous = position > 0 ? ids[position - 1] : undefined;
  const next = position >= 0 ? ids[position + 1] : undefined;
  const className = buttonVariants({ variant: 'ghost', size: 'icon-sm', className: '-my-1.5' });
  return (
    <nav
      aria-label={t`Breadcrumb`}
      className="-mt-2.5 -mb-5 flex h-5 items-center gap-1 text-sm print:hidden"
    >
      {back}
      {previous !== undefined &&
        renderNeighbour(previous, {
          rel: 'prev',
          'data-key': '[',
          'aria-label': t`Previous ${noun}`,
          className,
          children: <ChevronLeft aria-hidden className="size-4" />,
        })}
      {next !== undefined &&
        renderNeighbour(next, {
          rel: 'next',
          'data-key': ']',
          'aria-label': t`Next ${noun}`,
          className,
          children: <ChevronRight aria-hidden className="size-4" />,
        })}
    </nav>
  );
}
