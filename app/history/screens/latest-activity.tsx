import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TitledCard } from '~/kit/ui/card';
import { historyQueries } from '~/history/queries';
import { historySearch } from '~/history/search';
import { apiKind } from '~/rpc/api-kind';
import { t } from '~/language/texts';
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
