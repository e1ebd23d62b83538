import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { ErrorState } from '~/kit/feedback/error-state';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { EmptyState, LoadingState } from '~/kit/feedback/query-state';
import { Button } from '~/kit/ui/button';
import { Skeleton } from '~/kit/ui/skeleton';
import type { historyQueries } from '~/history/queries';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { formatDateTime } from '~/language/format';
import { t } from '~/language/texts';
import { HistoryEntries } from './history-entries';
import { useLastVisit } from './last-visit';
import { AskToRestore } from './restore-button';
import type { RestoreTarget } from './restore-targets';

const RestorePart = lazyPart(() => import('./restore-dialog'));

interface HistoryListProps extends Omit<ComponentProps<typeof HistoryEntries>, 'entries'> {
  options: ReturnType<typeof historyQueries.list>;
  filtered?: boolean;
  /** Remembers what was seen, and sets apart what is newer. */
  isActivity?: boolean;
}

/** History page by page, in all states. After the last page it says when the history began. */
export function HistoryList(properties: HistoryListProps) {
  const { options, filtered = false, isActivity = false, ...props } = properties;
  const query = useInfiniteQuery(options);
  const { data, error, isFetchingNextPage, hasNextPage } = query;
  const newest = data?.pages[0]?.entries[0]?.at;
  const isWhole = isActivity && !filtered && !query.isPlaceholderData;
  const lastVisit = useLastVisit(isWhole ? newest : undefined);
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
      {isWhole && newest !== undefined && seenUntil !== null && newest <= seenUntil && (
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
