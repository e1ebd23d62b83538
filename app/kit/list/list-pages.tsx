import { useEffect } from 'react';
import { Pagination } from '~/kit/table/pagination';
import { t } from '~/language/texts';
import { useSetSearch } from './use-set-search';

interface ListPagesProps {
  /** The requested page; a page after the last one shows the last. */
  requested: number;
  /** The page whose rows are shown while others are loading. */
  shown?: number;
  total: number;
  busy?: boolean | undefined;
  /** Shown for a single page, too. */
  always?: boolean;
  /** Called when the pointer or the focus reaches a page, to prefetch it. */
  onIntent?: (page: number) => void;
}

/** Below a list in pages: which one is shown, and the way to the others. */
export function ListPages(props: ListPagesProps) {
  const { requested, shown = requested, total, busy = false, always = false, onIntent } = props;
  const setSearch = useSetSearch<{ page: number }>();
  const last = Math.max(1, total);
  const page = Math.min(requested, last);
  const isPastTheEnd = !busy && requested > last;
  useEffect(() => {
    if (isPastTheEnd) setSearch({ page: last }, { replace: true });
  });
  if (last === 1 && !always) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status" className="text-muted tabular-nums">
        {t`Showing page ${busy ? shown : page} of ${last}`}
      </p>
      <Pagination
        current={page}
        total={last}
        onPage={(next) => setSearch({ page: next })}
        onIntent={onIntent}
      />
    </div>
  );
}
