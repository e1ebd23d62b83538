import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { change } from './call';
import { makeOld } from './make-old';
import { whenGone } from './when-gone';

type Removal = `${'apartments' | 'associations' | 'condos' | 'invitations'}.delete`;

/** The deletions of a resource; `drop` takes the records out of the cache until it has been asked again. */
export function removals(
  call: Removal,
  drop?: (client: QueryClient, ids: readonly number[]) => void,
) {
  const forget = (client: QueryClient, ids: readonly number[]) => {
    drop?.(client, ids);
    makeOld(client, call);
  };
  return {
    remove: (client: QueryClient) =>
      mutationOptions({
        mutationFn: (id: number) => change(call, { id }),
        onSuccess: (_answer, id) => forget(client, [id]),
        onError: whenGone(() => makeOld(client, call)),
      }),
    /** Several: a call for each, and the lists are refreshed once, by `finished`. */
    removeEach: (client: QueryClient) => ({
      call: (id: number) => change(call, { id }),
      finished: (ids: readonly number[]) => forget(client, ids),
    }),
  };
}
