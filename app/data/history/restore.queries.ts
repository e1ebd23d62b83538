import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '~/contract/calls';
import { read } from '../call';
import { makeOld } from '../make-old';
import { changeOwn, ownAnswer } from '../own-call';
import { withVersion } from '../record-version';

/** The records that an entry took away: all of them, or one. */
export interface RemovedSource {
  entry: number;
  change: number | null;
}

/** A change of a record: one field of it, or the whole record. */
export type EarlierSource = CallInput<'history.values'>;

export const restoreQueries = {
  values: (source: EarlierSource) =>
    queryOptions({
      queryKey: ['history', 'values', source] as const,
      queryFn: async ({ signal }) => {
        const response = await read('history.values', source, { signal });
        return withVersion(response, await ownAnswer('history.values', response));
      },
      // The values of today are what the dialog is for.
      staleTime: 0,
      gcTime: 0,
    }),
};

export const restoreMutations = {
  removed: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ entry, change }: RemovedSource) =>
        change === null
          ? changeOwn('history.restoreEntry', { entry })
          : changeOwn('history.restoreChange', { entry, change }),
      onSettled: () => makeOld(client, 'history.restoreEntry'),
    }),
};
