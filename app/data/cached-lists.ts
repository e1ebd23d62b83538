import type { QueryClient, QueryKey } from '@tanstack/react-query';

/* Writes a change into the cached lists while the API is asked again. Lists without the record stay the same objects. */

interface Listed {
  id: number | null;
}

/** The lists below `queryKey` without these records. */
export function dropListed(client: QueryClient, queryKey: QueryKey, ids: readonly number[]): void {
  const gone = new Set<number | null>(ids);
  client.setQueriesData<Listed[]>({ queryKey }, (list) =>
    list?.some(({ id }) => gone.has(id)) ? list.filter(({ id }) => !gone.has(id)) : list,
  );
}

/** The lists below `queryKey` with these new values of a record. */
export function changeListed(
  client: QueryClient,
  queryKey: QueryKey,
  id: number,
  values: object,
): void {
  client.setQueriesData<Listed[]>({ queryKey }, (list) =>
    list?.some((record) => record.id === id)
      ? list.map((record) => (record.id === id ? { ...record, ...values } : record))
      : list,
  );
}
