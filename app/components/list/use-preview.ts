import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLazyModule, type LazyModule } from '~/components/feedback/lazy-module';

interface PreviewModule<Query, Row> {
  /** The rows that the query will find, by what is in the cache; null where that does not say. */
  preview: (client: QueryClient, query: Query) => readonly Row[] | null;
}

interface Preview<Query, Row> {
  source: LazyModule<PreviewModule<Query, Row>>;
  /** With what is typed. Stable for the same question. */
  query: Query;
  /** Whether an answer is on its way, or something is typed that was not asked for yet. */
  waiting: boolean;
}

/** The rows that are shown until the API has answered; null where only its answer is shown (docs/behaviour.md, "Screens"). */
export function usePreview<Query, Row>(options: Preview<Query, Row>): readonly Row[] | null {
  const { source, query, waiting } = options;
  const client = useQueryClient();
  const { module } = useLazyModule(source, waiting);
  return useMemo(
    () => (waiting && module ? module.preview(client, query) : null),
    [waiting, module, client, query],
  );
}
