import type { HistoryState } from '@tanstack/react-router';
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
  state: (current: HistoryState) => HistoryState;
  children: ReactNode;
}

interface RecordTrailProps {
  back: ReactNode;
  /** Id of the page's record. `ids` are the records of the list from which it was opened. */
  id: number | null;
  ids: readonly number[];
  /** Name of a record: "building". */
  noun: string;
  /** Key of the record's form: "condo/7". */
  formKey: string;
  renderNeighbour: (id: number, props: NeighbourProps) => ReactNode;
}

/**
 * State for the next record: the field in which its form opens, taken from the open form. Without a form
 * the state of this page is passed on.
 */
function stateOfNext(formKey: string, { field }: HistoryState): HistoryState {
  const form = document.querySelector<HTMLElement>(`form[data-record="${formKey}"]`);
  if (!form) return { field };
  return { field: form.closest('[hidden]') ? undefined : (form.dataset.field ?? '') };
}

/** Links above a record's heading: back to its list, previous and next record (keys `[` and `]`). */
export function RecordTrail({ back, id, ids, noun, formKey, renderNeighbour }: RecordTrailProps) {
  const position = id === null ? -1 : ids.indexOf(id);
  const previous = position > 0 ? ids[position - 1] : undefined;
  const next = position >= 0 ? ids[position + 1] : undefined;
  const className = buttonVariants({ variant: 'ghost', size: 'icon-sm', className: '-my-1.5' });
  const state = (current: HistoryState) => stateOfNext(formKey, current);
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
          state,
          children: <ChevronLeft aria-hidden className="size-4" />,
        })}
      {next !== undefined &&
        renderNeighbour(next, {
          rel: 'next',
          'data-key': ']',
          'aria-label': t`Next ${noun}`,
          className,
          state,
          children: <ChevronRight aria-hidden className="size-4" />,
        })}
    </nav>
  );
}
