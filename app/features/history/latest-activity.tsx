import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TitledCard } from '~/components/ui/card';
import { historyQueries } from '~/data/history/history.queries';
import { historySearch } from '~/data/history/history-search';
import { apiKind } from '~/lib/api-kind';
import { t } from '~/lib/texts';
import { HistoryEntries } from './history-entries';

const SHOWN = 5;

/** On the dashboard: what was done last, where the API keeps a history. */
export function LatestActivity() {
  const { isEmbedded } = apiKind();
  const { data } = useInfiniteQuery({
    ...historyQueries.list(historySearch.defaults),
    enabled: isEmbedded,
  });
  const entries = data?.pages[0]?.entries ?? [];
  if (entries.length === 0) return null;
  return (
    <TitledCard
      title={t`Latest activity`}
      actions={
        <Link to="/activity" className="link">
          {t`All activity`}
        </Link>
      }
    >
      <HistoryEntries
        entries={entries.slice(0, SHOWN)}
        label={t`Latest activity`}
        dayHeading="h3"
      />
    </TitledCard>
  );
}
