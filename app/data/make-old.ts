import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { WriteName } from '~/contract/calls';
import { MAKES_OLD } from '~/contract/calls/makes-old';

/** Asks again for the queries that a call makes old, without waiting for them. */
export function makeOld(client: QueryClient, call: WriteName): void {
  for (const old of MAKES_OLD[call] ?? queryKeyOf(call).slice(0, 1)) {
    void readAgain(client, old === 'everything' ? {} : { queryKey: queryKeyOf(old) });
  }
}

/** A first read that is under way may answer what was before the change: it would be joined, so it ends here. */
async function readAgain(client: QueryClient, queries: { queryKey?: QueryKey }): Promise<void> {
  await client.cancelQueries({ ...queries, predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries(queries);
}

/** The beginning of the query key of a resource (`condos`), or of one of its calls (`condos.list`). */
export function queryKeyOf(name: string): string[] {
  return name.split('.');
}
