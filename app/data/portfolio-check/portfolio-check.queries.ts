import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FindingKind } from '~/contract/portfolio-check';
import { readFindingCounts, readFindingPage } from '~/contract/portfolio-check-reading';
import { readAnswer } from '../answer';
import { countFindingsFn, listFindingsFn } from './portfolio-check.functions';

interface FindingsQuery {
  kind: FindingKind;
  aside: boolean;
  page: number;
}

/**
 * Embedded API only: use where capabilities.portfolioCheck is true. Counted again whenever a screen asks: what was changed
 * in the meantime, by whomever, is what the reader looks for.
 */
export const portfolioCheckQueries = {
  all: () => ['portfolio-check'] as const,
  counts: () =>
    queryOptions({
      queryKey: [...portfolioCheckQueries.all(), 'counts'],
      queryFn: async ({ signal }) =>
        readAnswer(await countFindingsFn({ signal }), readFindingCounts),
      staleTime: 0,
    }),
  list: ({ kind, aside, page }: FindingsQuery) =>
    queryOptions({
      queryKey: [...portfolioCheckQueries.all(), 'list', kind, aside, page],
      queryFn: async ({ signal }) => {
        const set_aside = aside ? 'true' : 'false';
        const response = await listFindingsFn({ data: { kind, page, set_aside }, signal });
        return readAnswer(response, readFindingPage);
      },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
};
