import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorState } from '~/kit/feedback/error-state';
import { LoadingState } from '~/kit/feedback/query-state';
import { NamedCard } from '~/kit/ui/card';
import { Skeleton } from '~/kit/ui/skeleton';
import { historyQueries } from '~/history/queries';
import { historySearch } from '~/history/search';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { formatDate, formatDateTime, formatDay, formatTime } from '~/language/format';
import { t } from '~/language/texts';
import { EntrySentence } from './history-entries';

const SHOWN = 5;

/** Panel of the dashboard with the latest changes, one per line. Embedded API only. */
export function LatestActivity() {
  const options = historyQueries.list(historySearch.defaults);
  const { data, error, refetch } = useInfiniteQuery(options);
  const [newest] = data?.pages ?? [];
  return (
    <NamedCard
      title={t`Latest activity`}
      actions={
        <Link to="/activity" className="link">
          {t`All activity`}
        </Link>
      }
    >
      {newest ? (
        <ol aria-label={t`Latest activity`}>
          {newest.entries.slice(0, SHOWN).map((entry) => (
            <li key={entry.id} className="flex min-h-6 items-baseline gap-3 max-md:py-1">
              <EntrySentence entry={entry} />
              <time
                dateTime={entry.at}
                title={formatDateTime(entry.at)}
                className="shrink-0 text-muted tabular-nums"
              >
                {formatDay(entry.at) === t`Today` ? formatTime(entry.at) : formatDate(entry.at)}
              </time>
            </li>
          ))}
          {newest.entries.length === 0 && (
            <li className="text-muted">{t`History begins on ${formatDateTime(newest.begins_at)}.`}</li>
          )}
        </ol>
      ) : error ? (
        <ErrorState
          text={t`Error loading history: ${detailOrMessage(error)}`}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState text={t`Loading history...`} queryKey={options.queryKey}>
          <Skeleton className="h-16" />
        </LoadingState>
      )}
    </NamedCard>
  );
}
