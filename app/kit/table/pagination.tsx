import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '~/kit/ui/button';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';

export interface PaginationProps {
  current: number;
  total: number;
  onPage: (page: number) => void;
  /** Called when the pointer or the focus reaches a page, to prefetch it. */
  onIntent?: ((page: number) => void) | undefined;
}

/** Page numbers with Previous and Next (docs/behaviour/users.md). Hidden for a single page. */
export function Pagination({ current, total, onPage, onIntent }: PaginationProps) {
  const items = pageItems(current, total);
  const control = useRef<HTMLElement>(null);
  useLayoutEffect(() => keepFocus(control.current));
  if (items.length === 0) return null;
  const to = (page: number) => ({
    onClick: () => onPage(page),
    onPointerEnter: () => onIntent?.(page),
    onFocus: () => onIntent?.(page),
  });
  return (
    <nav ref={control} aria-label={t`Pagination`} className="print:hidden">
      <ul className="flex flex-wrap items-center gap-1">
        <li>
          <Button variant="ghost" size="sm" disabled={current <= 1} {...to(current - 1)}>
            <ChevronLeft aria-hidden className="size-4" />
            {t`Previous`}
          </Button>
        </li>
        {items.map((item, index) => (
          <li key={item === 'ellipsis' ? `gap-${index}` : item}>
            {item === 'ellipsis' ? (
              <span className="grid size-8 place-items-center text-muted">…</span>
            ) : (
              <button
                type="button"
                aria-current={item === current ? 'page' : undefined}
                className={cn(
                  'grid h-8 min-w-8 place-items-center rounded-md px-2 text-sm font-medium tabular-nums transition-colors',
                  item === current
                    ? 'border border-transparent bg-accent forced-colors:outline-2 text-on-accent'
                    : 'hover:bg-sunken',
                )}
                {...to(item)}
              >
                {item}
              </button>
            )}
          </li>
        ))}
        <li>
          <Button variant="ghost" size="sm" disabled={current >= total} {...to(current + 1)}>
            {t`Next`}
            <ChevronRight aria-hidden className="size-4" />
          </Button>
        </li>
      </ul>
    </nav>
  );
}

/** Moves the focus to the current page's number when clicking a button disables that button. */
function keepFocus(control: HTMLElement | null): void {
  if (control?.querySelector('button:disabled:focus'))
    control.querySelector<HTMLElement>('[aria-current]')?.focus();
}

type PageItem = number | 'ellipsis';

/**
 * Page numbers to show: the first and the last, two around the current one, and ellipses between. Empty for
 * a single page.
 */
export function pageItems(current: number, total: number): PageItem[] {
  if (!(total > 1)) return [];
  const middle = Math.min(Math.max(current, 1), total);
  const near = [-2, -1, 0, 1, 2].map((step) => middle + step);
  const pages = new Set([1, ...near.filter((page) => page >= 1 && page <= total), total]);
  return [...pages].flatMap((page, index, all): PageItem[] =>
    page - (all[index - 1] ?? 0) > 1 ? ['ellipsis', page] : [page],
  );
}
