import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { RecordKind } from '~/contract/history';
import { readEarlierValues } from '~/contract/history-reading';
import type { ChangeId } from '~/contract/history-restore';
import { readAnswer } from '../answer';
import { withVersion } from '../record-version';
import { historyQueries } from './history.queries';
import {
  getEarlierValuesFn,
  restoreRecordFn,
  restoreRemovedFn,
  writeEarlierValuesFn,
} from './restore.functions';

/** What an entry took away: all of it, or one record. */
export interface RemovedSource {
  entry: number;
  change: number | null;
}

/** A change of a record: one field of it, or the whole record. */
export interface EarlierSource extends ChangeId {
  field: string | null;
}

/** Embedded API only: use where capabilities.restore is true. */
export const restoreQueries = {
  values: (source: EarlierSource) =>
    queryOptions({
      queryKey: [...historyQueries.all(), 'values', source] as const,
      queryFn: async ({ signal }) => {
        const response = await getEarlierValuesFn({ data: source, signal });
        return withVersion(response, await readAnswer(response, readEarlierValues));
      },
      // The values of today are what the dialog is for.
      staleTime: 0,
      gcTime: 0,
    }),
};

/** Whatever comes back may be in any list. */
const refreshAll = (client: QueryClient) => ({
  onSuccess: () => void client.invalidateQueries(),
});

export const restoreMutations = {
  /** Undoes the newest deletion of a record. */
  record: (client: QueryClient, kind: RecordKind) =>
    mutationOptions({
      mutationFn: (id: number) => restoreRecordFn({ data: { kind, id } }),
      ...refreshAll(client),
    }),
  removed: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (source: RemovedSource) => restoreRemovedFn({ data: source }),
      ...refreshAll(client),
    }),
  values: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (write: EarlierSource & { version: string | null }) =>
        writeEarlierValuesFn({ data: write }),
      ...refreshAll(client),
    }),
};
