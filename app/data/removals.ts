import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { RecordKind } from '~/contract/history';
import { apiKind } from '~/lib/api-kind';
import { CALLS_AT_ONCE, runEach } from '~/lib/run-each';
import { change } from './call';
import { makeOld } from './make-old';
import { changeOwn } from './own-call';
import { whenGone } from './when-gone';

interface Removed {
  /** Takes the records out of the cache until it has been asked again. */
  drop?: (client: QueryClient, ids: readonly number[]) => void;
  /** What is asked again where somebody else has deleted the record; all that a deletion makes old unless given. */
  gone?: (client: QueryClient) => void;
}

/** A hook with the deletions of a resource: of one record, and of several with a call for each. */
export function removals(
  kind: 'apartment' | 'association' | 'condo' | 'invitation' | 'user',
  { drop, gone }: Removed = {},
) {
  const call = `${kind}s.delete` as const;
  const remove = (id: number) => change(call, { id });
  return function useRemoval() {
    const client = useQueryClient();
    const undo = useUndoDelete(kind);
    const finished = (ids: readonly number[]) => {
      drop?.(client, ids);
      makeOld(client, call);
    };
    const { mutateAsync } = useMutation({
      mutationFn: remove,
      onSuccess: (_answer, id) => finished([id]),
      onError: whenGone(() => (gone ? gone(client) : makeOld(client, call))),
    });
    return { one: { remove: mutateAsync, undo }, each: { call: remove, finished, undo } };
  };
}

/**
 * Undoes the newest deletion of each record; undefined where the API cannot. It rejects with the first error, when every record
 * was tried.
 */
function useUndoDelete(kind: RecordKind): ((ids: readonly number[]) => Promise<void>) | undefined {
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
