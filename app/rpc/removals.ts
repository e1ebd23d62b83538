import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { RecordKind } from '~/contract/history';
import { apiKind } from '~/lib/api-kind';
import { isNotFound } from '~/lib/app-error';
import { CALLS_AT_ONCE, runEach } from '~/lib/run-each';
import { dropRecords } from './cached-lists';
import { change } from './call';
import { makeOld } from './make-old';
import { changeOwn } from './own-call';

/** A hook with the deletions of a resource, of one record or several. Where a record is gone already, `gone` asks again for less than a deletion makes old. */
export function removals(
  kind: 'apartment' | 'association' | 'condo' | 'invitation' | 'user',
  gone?: (client: QueryClient) => void,
) {
  const resource = `${kind}s` as const;
  const call = `${resource}.delete` as const;
  const remove = (id: number) => change(call, { id });
  return function useRemoval() {
    const client = useQueryClient();
    const undo = useUndoDelete(kind);
    const finished = (ids: readonly number[]) => {
      // A user who was deleted stays, as an inactive one.
      if (kind !== 'user') dropRecords(client, resource, ids);
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

/** Undoes the newest deletion of each record, then rejects with the first error; undefined where the API cannot. */
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

/** For a failed change of a record: where somebody else has deleted it, what still lists it is asked for again. */
export function whenGone(refresh: () => void): (error: unknown) => void {
  return (error) => {
    if (isNotFound(error)) refresh();
  };
}
