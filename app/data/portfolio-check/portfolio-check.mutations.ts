import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { FindingKind } from '~/contract/portfolio-check';
import { setAsideFn, takeBackFn } from './portfolio-check.functions';
import { portfolioCheckQueries } from './portfolio-check.queries';

interface FindingId {
  kind: FindingKind;
  id: number;
}

export const portfolioCheckMutations = {
  /** `state` is that of the finding on the screen; another one is a 409. */
  setAside: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (finding: FindingId & { state: string; reason: string }) =>
        setAsideFn({ data: finding }),
      onSettled: () => void client.invalidateQueries({ queryKey: portfolioCheckQueries.all() }),
    }),
  takeBack: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (finding: FindingId) => takeBackFn({ data: finding }),
      onSettled: () => void client.invalidateQueries({ queryKey: portfolioCheckQueries.all() }),
    }),
};
