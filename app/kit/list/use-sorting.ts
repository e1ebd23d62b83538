import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '~/kit/ui/page-moments';
import { useHistoryMoves } from './use-filter-draft';

/** Changes search params and keeps the scroll position. Without `replace` it adds a history entry. */
export function useSetSearch<Query extends object>(): (
  change: Partial<Query>,
  options?: { replace?: boolean | undefined },
) => void {
  const navigate = useNavigate();
  return (change, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...change }),
      replace,
      resetScroll: false,
    });
}

interface Sorting {
  sort_by: string;
  sort_order: 'asc' | 'desc';
}

/** The order of a list. A click reorders the rows in the next frame, and the URL follows after that frame. */
export function useSorting(requested: Partial<Sorting>, commit: (sorting: Sorting) => void) {
  const [clicked, setClicked] = useState<Sorting | null>(null);
  const { sort_by, sort_order } = requested;
  const question = `${sort_by} ${sort_order} ${useHistoryMoves()}`;
  const [last, setLast] = useState(question);
  if (last !== question) {
    setLast(question);
    setClicked(null);
  }
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => () => void (waiting.current = null), []);

  function apply(): void {
    waiting.current?.();
    waiting.current = null;
  }

  return {
    /** The sorting that was clicked last; null once the URL has it. */
    clicked,
    sortBy: (column: string): void => {
      // Each click gets its own history entry.
      apply();
      const next = nextSort(clicked ?? requested, column);
      setClicked(next);
      waiting.current = () => commit(next);
      afterPaint(apply);
    },
  };
}

/** Toggles the active column; another starts at desc (docs/behaviour/condos.md). */
function nextSort(current: Partial<Sorting>, column: string): Sorting {
  const toggled = current.sort_order === 'asc' ? 'desc' : 'asc';
  return { sort_by: column, sort_order: current.sort_by === column ? toggled : 'desc' };
}
