import { queryOptions } from '@tanstack/react-query';
import { readFactors } from '~/contract/factors-reading';
import { readRecord } from '~/contract/reading';
import { readAnswer } from '../answer';
import { getFactorsFn } from './factors.functions';

/** Embedded API only: use where capabilities.secondFactor is true. */
export const factorQueries = {
  all: () => ['factors'] as const,
  current: () =>
    queryOptions({
      queryKey: factorQueries.all(),
      queryFn: async ({ signal }) =>
        readAnswer(await getFactorsFn({ signal }), (answer) => readFactors(readRecord(answer))),
    }),
};
