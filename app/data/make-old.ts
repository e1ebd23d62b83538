import type { QueryClient } from '@tanstack/react-query';
import type { WriteName } from '~/contract/calls';
import { MAKES_OLD } from '~/contract/calls/makes-old';

/** Asks again for the queries that a call makes old, without waiting for them. */
export function makeOld(client: QueryClient, call: WriteName): void {
  for (const old of MAKES_OLD[call] ?? queryKeyOf(call).slice(0, 1)) {
    void client.invalidateQueries(old === 'everything' ? {} : { queryKey: queryKeyOf(old) });
  }
}

/** The beginning of the query key of a resource (`condos`), or of one of its calls (`condos.list`). */
export function queryKeyOf(name: string): string[] {
  return name.split('.');
}
