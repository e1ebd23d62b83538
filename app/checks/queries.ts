import { keepPreviousData } from '@tanstack/react-query';
import type { FindingKind } from './schema';
import { embeddedQuery } from '~/rpc/queries';

/** Never fresh: after a change, by anybody, the reader expects the new counts. */
export const portfolioCheckQueries = {
  counts: () => ({ ...embeddedQuery('portfolioCheck.count', {}), staleTime: 0 }),
  list: ({ kind, aside, page }: { kind: FindingKind; aside: boolean; page: number }) => ({
    ...embeddedQuery('portfolioCheck.list', {
      kind,
      query: { page, set_aside: aside ? 'true' : 'false' },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  }),
};
