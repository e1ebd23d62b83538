import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RecordKind } from '~/contract/history';
import { apiKind } from '~/lib/api-kind';
import { CALLS_AT_ONCE, runEach } from '~/lib/run-each';
import { makeOld } from '../make-old';
import { changeOwn } from '../own-call';

/**
 * Undoes the newest deletion of each record; undefined where the API cannot. It rejects with the first error, when every record
 * was tried.
 */
export function useUndoDelete(
  kind: RecordKind,
): ((ids: readonly number[]) => Promise<void>) | undefined {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: async (ids: readonly number[]) => {
      const outcomes = await runEach(
        ids,
        (id) => changeOwn('history.restoreRecord', { body: { kind, id } }),
        { atOnce: CALLS_AT_ONCE },
      );
      const failed = outcomes.find((outcome) => outcome.kind === 'failed');
      if (failed) throw failed.error;
    },
    onSettled: () => makeOld(client, 'history.restoreRecord'),
  });
  return apiKind().isEmbedded ? restore.mutateAsync : undefined;
}
