import { keepPreviousData } from '@tanstack/react-query';
import type { FindingKind } from './schema';
import type { moveSearch } from './search';
import { embeddedQuery } from '~/rpc/queries';

interface ListedFindings {
  kind: FindingKind;
  aside: boolean;
  page: number;
  as_of: string;
}

/** Counts and findings are always stale: after any person's change the reader expects the new numbers. */
export const portfolioCheckQueries = {
  counts: () => ({ ...embeddedQuery('portfolioCheck.count', {}), staleTime: 0 }),
  list: ({ kind, aside, page, as_of }: ListedFindings) => ({
    ...embeddedQuery('portfolioCheck.list', {
      kind,
      query: { page, set_aside: aside ? 'true' : 'false', as_of: as_of || undefined },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  }),
};

export const moveQueries = {
  list: ({ ids, condo_id }: typeof moveSearch.defaults) => ({
    ...embeddedQuery('moves.list', {
      query: { ids: ids || undefined, condo_id: condo_id ?? undefined },
    }),
    staleTime: 0,
  }),
};
