import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState, type ComponentProps } from 'react';
import { ErrorState } from '~/kit/feedback/error-state';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { EmptyState, LoadingState } from '~/kit/feedback/query-state';
import { Button } from '~/kit/ui/button';
import { Skeleton } from '~/kit/ui/skeleton';
import type { historyQueries } from '~/history/queries';
import { readItem, storeItem } from '~/kit/ui/storage';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { currentOwner } from '~/rpc/session-store';
import { formatDateTime } from '~/language/format';
import { t } from '~/language/texts';
import { HistoryEntries } from './history-entries';
import { AskToRestore } from './restore-button';
import type { RestoreTarget } from './restore-targets';

const RestorePart = lazyPart(() => import('./restore-dialog'));

interface HistoryListProps extends Omit<ComponentProps<typeof HistoryEntries>, 'entries'> {
  options: ReturnType<typeof historyQueries.list>;
  filtered?: boolean;
  /** True for Activity, which remembers the newest entry seen and separates newer ones. */
  isActivity?: boolean;
}

/** Opening Activity again within this time continues the same visit, for example after a reload or Back. */
const SAME_VISIT_MS = 30 * 60_000;

/**
 * Returns the time of the newest entry that the account saw during its previous visit; null on the first
 * visit. `newest` is the newest entry of this visit, once it is known.
 */
function useLastVisit(newest: string | null): string | null {
  const [item] = useState(() => `activity:${currentOwner()}`);
  const [seen] = useState(() => {
    const [before, last, when] = (readItem(item) ?? '').split(' ');
    return (Date.now() - Number(when) < SAME_VISIT_MS ? before : last) || null;
  });
  useEffect(() => {
    if (newest !== null) storeItem(item, `${seen ?? ''} ${newest} ${Date.now()}`);
  }, [item, seen, newest]);
  return seen;
}

/** A history page by page, in all states. After the last page it says when the history began. */
export function HistoryList(properties: HistoryListProps) {
  const { options, filtered = false, isActivity = false, ...props } = properties;
  const query = useInfiniteQuery(options);
  const { data, error, isFetchingNextPage, hasNextPage } = query;
  const isWhole = isActivity && !filtered && !query.isPlaceholderData;
  const newest = isWhole ? (data?.pages[0]?.entries[0]?.at ?? null) : null;
  const lastVisit = useLastVisit(newest);
  const seenUntil = isActivity ? lastVisit : null;
  const [target, setTarget] = useState<RestoreTarget | null>(null);
  const close = () => setTarget(null);
  const failure = query.isError && (
    <ErrorState
      text={t`Error loading history: ${detailOrMessage(error)}`}
      onRetry={() => void (hasNextPage ? query.fetchNextPage() : query.refetch())}
    />
  );
  if (!data) {
    return (
      failure || (
        <LoadingState text={t`Loading history...`} queryKey={options.queryKey}>
          <Skeleton className="h-40" />
        </LoadingState>
      )
    );
  }
  const entries = data.pages.flatMap((page) => page.entries);
  const beginsAt = data.pages[0]?.begins_at ?? null;
  return (
    <div className="grid gap-4" aria-busy={query.isPlaceholderData}>
      {failure}
      {newest !== null && seenUntil !== null && newest <= seenUntil && (
        <p className="text-muted">{t`Nothing new since your last visit.`}</p>
      )}
      {entries.length > 0 && (
        <AskToRestore value={setTarget}>
          <HistoryEntries entries={entries} seenUntil={seenUntil} {...props} />
        </AskToRestore>
      )}
      {target && (
        <RestorePart onClose={close}>
          {({ RestoreDialog }) => <RestoreDialog target={target} onClose={close} />}
        </RestorePart>
      )}
      {entries.length === 0 && filtered && (
        <EmptyState
          title={t`No entries match`}
          description={t`No entries match your search and filters.`}
        />
      )}
      {hasNextPage ? (
        <Button
          variant="secondary"
          className="justify-self-center"
          aria-disabled={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {isFetchingNextPage ? t`Loading...` : t`Show older`}
        </Button>
      ) : (
        !filtered && (
          <p className="text-center text-sm text-muted">
            {t`History begins on ${formatDateTime(beginsAt)}.`}
          </p>
        )
      )}
    </div>
  );
}
